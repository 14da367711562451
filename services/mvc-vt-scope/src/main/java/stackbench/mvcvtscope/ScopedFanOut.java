package stackbench.mvcvtscope;

import java.util.List;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.FailedException;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;
import java.util.function.Supplier;

import stackbench.servlet.fanout.FanOut;

/**
 * All calls at once, each on a virtual thread of its own. If one fails, the others are
 * interrupted, as <code>Mono.zip</code> cancels them.
 */
class ScopedFanOut implements FanOut {

	@Override
	public <T> List<T> all(List<Supplier<T>> calls) {
		try (var scope = StructuredTaskScope.open(Joiner.<T>allSuccessfulOrThrow())) {
			calls.forEach((call) -> scope.fork(call::get));
			return scope.join().map(Subtask::get).toList();
		}
		catch (FailedException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted while its calls were under way", ex);
		}
	}

}
