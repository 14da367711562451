package stackbench.contract;

/**
 * The answer of <code>POST /events/{id}/places</code>: a place that was taken.
 *
 * @param event the event's key
 * @param placesLeft how many places it has left now
 */
public record Place(long event, int placesLeft) {

	/**
	 * Takes a place, if there is one.
	 * @param event the event's key
	 * @param placesLeft how many there were, read under the lock that is still held
	 * @return the place, to be stored before the lock is released
	 */
	public static Place takenFrom(long event, int placesLeft) {
		if (placesLeft < 1) {
			throw Fault.full(event);
		}
		return new Place(event, placesLeft - 1);
	}

}
