package stackbench.contract;

/**
 * The answer of <code>GET /block</code>, <code>GET /block-offloaded</code> and
 * <code>GET /delay</code>.
 *
 * @param millis the delay of the answer in milliseconds
 */
public record Slept(int millis) {

	/**
	 * Blocks the calling thread: the scenario measures which thread that is.
	 * @param millis the time to sleep, in milliseconds
	 * @return the answer
	 */
	public static Slept here(int millis) {
		try {
			Thread.sleep(millis);
			return new Slept(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted while sleeping", ex);
		}
	}

}
