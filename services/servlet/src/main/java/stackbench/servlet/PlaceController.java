package stackbench.servlet;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Limits;
import stackbench.contract.Place;
import stackbench.shared.Places;

/**
 * Places of events over HTTP. The handler's thread waits for the lock.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class PlaceController {

	private final Places places;

	PlaceController(Places places) {
		this.places = places;
	}

	@PostMapping("/events/{id}/places")
	Place take(@PathVariable String id) {
		return this.places.take(Limits.eventId(id));
	}

}
