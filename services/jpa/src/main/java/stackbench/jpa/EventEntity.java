package stackbench.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * A row of the table <code>event</code>.
 */
@Entity
@Table(name = "event")
class EventEntity {

	@Id
	private Long id;

	private int placesLeft;

	protected EventEntity() {
	}

	int getPlacesLeft() {
		return this.placesLeft;
	}

	void setPlacesLeft(int placesLeft) {
		this.placesLeft = placesLeft;
	}

}
