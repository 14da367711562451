package stackbench.contract;

import java.util.List;
import java.util.stream.Stream;

/**
 * The answer of <code>GET /remote</code>, <code>GET /remote-sequential</code> and
 * <code>GET /remote-slow</code>: the downstream service's answers, in the order of the
 * calls.
 *
 * @param millis how long the downstream service waited in each call
 */
public record Remote(List<Integer> millis) {

	/** The delay requested by each of two calls, in milliseconds. */
	public static final int SHORT_MILLIS = 10;

	/** The delay requested by the only call of <code>GET /remote-slow</code>. */
	public static final int LONG_MILLIS = 1000;

	/** The path of the calls, with a placeholder for Spring's clients. */
	public static final String PATH = "/delay?millis={millis}";

	/**
	 * Combines the answers of the downstream service.
	 * @param answers in the order of the calls
	 * @return the answer of the target
	 */
	public static Remote of(Slept... answers) {
		return new Remote(Stream.of(answers).map(Slept::millis).toList());
	}

}
