package stackbench.webfluxjdbc.jdbc;

import java.time.Duration;
import java.util.concurrent.Callable;

import org.springframework.dao.QueryTimeoutException;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Runs blocking calls on the threads that wait for the database.
 */
public final class JdbcCalls {

	private final Scheduler scheduler;

	private final Duration queueTimeout;

	private JdbcCalls(Scheduler scheduler, Duration queueTimeout) {
		this.scheduler = scheduler;
		this.queueTimeout = queueTimeout;
	}

	/**
	 * Calls that wait for a connection on a thread of their own: the pool's queue, and
	 * its patience.
	 * @param scheduler has a thread for every call
	 * @return the calls
	 */
	static JdbcCalls queuedByThePool(Scheduler scheduler) {
		return new JdbcCalls(scheduler, null);
	}

	/**
	 * Calls that wait for a thread: that is here what the wait for a connection is
	 * elsewhere, and ends after the same time.
	 * @param scheduler has a thread for every connection
	 * @param timeout longest wait
	 * @return the calls
	 */
	static JdbcCalls queuedByTheScheduler(Scheduler scheduler, Duration timeout) {
		return new JdbcCalls(scheduler, timeout);
	}

	/**
	 * Runs a blocking call on one of these threads when subscribed to.
	 * @param <T> what the call answers
	 * @param call blocking
	 * @return its answer
	 */
	public <T> Mono<T> run(Callable<T> call) {
		return thread().then(Mono.fromCallable(call));
	}

	/**
	 * Completes on a thread, and what follows stays there: only the wait for it has an
	 * end, and only the wait can be cancelled. A call that is under way is not
	 * interrupted when its client goes away: that would close a virtual thread's socket,
	 * and cost the pool a connection.
	 */
	private Mono<Void> thread() {
		Mono<Void> thread = Mono.<Void>empty().subscribeOn(this.scheduler);
		if (this.queueTimeout == null) {
			return thread;
		}
		return thread.timeout(this.queueTimeout, Mono.error(() -> new QueryTimeoutException("no connection in time")));
	}

}
