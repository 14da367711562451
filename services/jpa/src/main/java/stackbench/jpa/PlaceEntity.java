package stackbench.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * A row of the table <code>place</code>: a place taken.
 */
@Entity
@Table(name = "place")
class PlaceEntity {

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	private Long id;

	private long eventId;

	protected PlaceEntity() {
	}

	PlaceEntity(long eventId) {
		this.eventId = eventId;
	}

}
