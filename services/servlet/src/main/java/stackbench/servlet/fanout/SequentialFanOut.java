package stackbench.servlet.fanout;

import java.util.List;
import java.util.function.Supplier;

/**
 * One call after the other on the handler's thread, as most blocking code does.
 */
class SequentialFanOut implements FanOut {

	@Override
	public <T> List<T> all(List<Supplier<T>> calls) {
		return calls.stream().map(Supplier::get).toList();
	}

}
