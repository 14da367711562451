package stackbench.contract;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PlaceTests {

	@Test
	void takesOnePlace() {
		assertThat(Place.takenFrom(7, 100)).isEqualTo(new Place(7, 99));
		assertThat(Place.takenFrom(7, 1)).isEqualTo(new Place(7, 0));
	}

	@Test
	void isRefusedIfNoneIsLeft() {
		assertThatThrownBy(() -> Place.takenFrom(7, 0)).isInstanceOf(Fault.class).hasMessage("event 7 is full");
	}

}
