package stackbench.servlet.fanout;

import java.util.List;
import java.util.function.Supplier;

/**
 * How a request makes several calls that do not depend on each other.
 */
public interface FanOut {

	/**
	 * Makes the calls and waits for all results.
	 * @param <T> what a call returns
	 * @param calls block their thread, and throw what answers the request if they fail
	 * @return the results, in the order of the calls
	 */
	<T> List<T> all(List<Supplier<T>> calls);

}
