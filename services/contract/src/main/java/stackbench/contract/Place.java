package stackbench.contract;

/**
 * The answer of <code>POST /events/{id}/places</code>: the place taken.
 *
 * @param event the event's key
 * @param placesLeft how many places remain
 */
public record Place(long event, int placesLeft) {

	/**
	 * Takes a place, if one is left.
	 * @param event the event's key
	 * @param placesLeft how many were left, read under a lock that is still held
	 * @return the place, to be stored before the lock is released
	 */
	public static Place takenFrom(long event, int placesLeft) {
		if (placesLeft < 1) {
			throw Fault.full(event);
		}
		return new Place(event, placesLeft - 1);
	}

}
