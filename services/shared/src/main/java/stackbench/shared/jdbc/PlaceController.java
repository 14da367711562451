package stackbench.shared.jdbc;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import reactor.core.publisher.Mono;

import stackbench.contract.Limits;
import stackbench.contract.Place;
import stackbench.shared.Places;

/**
 * Places of events over HTTP. One thread runs the whole transaction.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class PlaceController {

	private final Places places;

	private final JdbcCalls jdbc;

	PlaceController(Places places, JdbcCalls jdbc) {
		this.places = places;
		this.jdbc = jdbc;
	}

	@PostMapping("/events/{id}/places")
	Mono<Place> take(@PathVariable String id) {
		long event = Limits.eventId(id);
		return this.jdbc.run(() -> this.places.take(event));
	}

}
