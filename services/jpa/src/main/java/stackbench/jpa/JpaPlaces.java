package stackbench.jpa;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import stackbench.contract.Fault;
import stackbench.contract.Place;
import stackbench.shared.Places;

/**
 * Places of events, through JPA.
 */
@Service
class JpaPlaces implements Places {

	private final EventRepository events;

	private final PlaceRepository places;

	JpaPlaces(EventRepository events, PlaceRepository places) {
		this.events = events;
		this.places = places;
	}

	@Override
	@Transactional
	public Place take(long event) {
		EventEntity locked = this.events.findById(event).orElseThrow(() -> Fault.noEvent(event));
		Place place = Place.takenFrom(event, locked.getPlacesLeft());
		locked.setPlacesLeft(place.placesLeft());
		this.places.save(new PlaceEntity(event));
		return place;
	}

}
