package stackbench.servlet.fanout;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

import org.springframework.beans.factory.DisposableBean;

/**
 * All calls at once, each on a platform thread of an executor, while the handler's thread
 * waits. The executor has a thread for every call under way, so that it is no limit of
 * its own. It is no bean: Spring Boot would then create none for asynchronous requests.
 */
class FutureFanOut implements FanOut, DisposableBean {

	private final ExecutorService executor = Executors
		.newCachedThreadPool(Thread.ofPlatform().name("fan-out-", 1).factory());

	@Override
	public <T> List<T> all(List<Supplier<T>> calls) {
		List<CompletableFuture<T>> results = calls.stream()
			.map((call) -> CompletableFuture.supplyAsync(call, this.executor))
			.toList();
		try {
			return results.stream().map(CompletableFuture::join).toList();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
	}

	@Override
	public void destroy() {
		this.executor.shutdown();
	}

}
