package stackbench.shared.jdbc;

import java.time.Duration;
import java.util.concurrent.Callable;

import org.springframework.dao.QueryTimeoutException;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Runs blocking JDBC calls on a scheduler.
 */
public final class JdbcCalls {

	private final Scheduler scheduler;

	private final Duration queueTimeout;

	private JdbcCalls(Scheduler scheduler, Duration queueTimeout) {
		this.scheduler = scheduler;
		this.queueTimeout = queueTimeout;
	}

	/**
	 * Calls that each have a thread and wait there for a connection: the pool's timeout
	 * applies.
	 * @param scheduler with a thread for every call
	 * @return the calls
	 */
	public static JdbcCalls queuedByThePool(Scheduler scheduler) {
		return new JdbcCalls(scheduler, null);
	}

	/**
	 * Calls that wait for a thread. This replaces the wait for a connection and has the
	 * same timeout.
	 * @param scheduler with a thread for every connection
	 * @param timeout of the wait
	 * @return the calls
	 */
	public static JdbcCalls queuedByTheScheduler(Scheduler scheduler, Duration timeout) {
		return new JdbcCalls(scheduler, timeout);
	}

	/**
	 * Runs a blocking call on the scheduler, on subscription.
	 * @param <T> the type of the result
	 * @param call the blocking call
	 * @return its result
	 */
	public <T> Mono<T> run(Callable<T> call) {
		return thread().then(Mono.fromCallable(call));
	}

	/**
	 * Completes on a thread of the scheduler, where the following operators stay. Timeout
	 * and cancellation apply only to the wait for that thread. A running call is not
	 * interrupted if its client disconnects: an interrupt closes the socket of a virtual
	 * thread and so costs the pool a connection.
	 */
	private Mono<Void> thread() {
		Mono<Void> thread = Mono.<Void>empty().subscribeOn(this.scheduler);
		if (this.queueTimeout == null) {
			return thread;
		}
		return thread.timeout(this.queueTimeout, Mono.error(() -> new QueryTimeoutException("no connection in time")));
	}

}
