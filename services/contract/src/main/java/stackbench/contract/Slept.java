package stackbench.contract;

/**
 * The answer of <code>GET /block</code>, <code>GET /block-offloaded</code> and
 * <code>GET /delay</code>.
 *
 * @param millis how long the answer was held back, in milliseconds
 */
public record Slept(int millis) {

	/**
	 * Puts the calling thread to sleep, whatever thread that is: this is what the
	 * scenario measures.
	 * @param millis how long, in milliseconds
	 * @return the same
	 */
	public static Slept here(int millis) {
		try {
			Thread.sleep(millis);
			return new Slept(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted in its sleep", ex);
		}
	}

}
