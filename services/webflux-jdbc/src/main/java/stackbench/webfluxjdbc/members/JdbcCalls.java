package stackbench.webfluxjdbc.members;

import java.time.Duration;
import java.util.concurrent.Callable;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.stereotype.Component;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Runs blocking calls on the threads that wait for the database.
 */
@Component
class JdbcCalls {

	private final Scheduler scheduler;

	private final Duration acquireTimeout;

	JdbcCalls(Scheduler jdbc, @Value("${spring.datasource.hikari.connection-timeout}") long acquireTimeoutMs) {
		this.scheduler = jdbc;
		this.acquireTimeout = Duration.ofMillis(acquireTimeoutMs);
	}

	/**
	 * Runs a blocking call on one of these threads when subscribed to. The wait for a
	 * thread is here what the wait for a connection is elsewhere, and ends after the same
	 * time.
	 * @param <T> what the call answers
	 * @param call blocking
	 * @return its answer
	 */
	<T> Mono<T> run(Callable<T> call) {
		return Mono.fromCallable(call)
			.subscribeOn(this.scheduler)
			.timeout(this.acquireTimeout, Mono.error(() -> new QueryTimeoutException("no connection in time")));
	}

}
