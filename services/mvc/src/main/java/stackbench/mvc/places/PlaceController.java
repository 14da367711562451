package stackbench.mvc.places;

import org.springframework.context.annotation.Profile;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Limits;
import stackbench.contract.Place;
import stackbench.shared.JdbcPlaces;

/**
 * Places of events over HTTP. The handler's thread waits for the lock.
 */
@RestController
@Profile("!r2dbc")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class PlaceController {

	private final JdbcPlaces places;

	PlaceController(JdbcPlaces places) {
		this.places = places;
	}

	@PostMapping("/events/{id}/places")
	Place take(@PathVariable String id) {
		return this.places.take(Limits.eventId(id));
	}

}
