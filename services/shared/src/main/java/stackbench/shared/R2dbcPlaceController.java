package stackbench.shared;

import reactor.core.publisher.Mono;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Limits;
import stackbench.contract.Place;

/**
 * Places of events over HTTP, on Netty or on Tomcat. No thread waits for the lock.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
public class R2dbcPlaceController {

	private final R2dbcPlaces places;

	R2dbcPlaceController(R2dbcPlaces places) {
		this.places = places;
	}

	@PostMapping("/events/{id}/places")
	Mono<Place> take(@PathVariable String id) {
		return this.places.take(Limits.eventId(id));
	}

}
