package stackbench.contract;

import java.util.List;
import java.util.stream.Stream;

/**
 * The answer of <code>GET /remote</code> and its kin: what the neighbour service
 * answered, in the order of the calls.
 *
 * @param millis how long the neighbour waited in each call, as it says itself
 */
public record Remote(List<Integer> millis) {

	/** What each of two calls asks the neighbour to wait, in milliseconds. */
	public static final int SHORT_MILLIS = 10;

	/** What the one call of <code>GET /remote-slow</code> asks for. */
	public static final int LONG_MILLIS = 1000;

	/** Where the neighbour waits; the placeholder is understood by Spring's clients. */
	public static final String PATH = "/delay?millis={millis}";

	/**
	 * Puts the neighbour's answers together.
	 * @param answers as they came
	 * @return the answer to forward
	 */
	public static Remote of(Slept... answers) {
		return new Remote(Stream.of(answers).map(Slept::millis).toList());
	}

}
