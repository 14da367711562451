package stackbench.webfluxjdbc.members;

import java.time.Duration;
import java.util.concurrent.Callable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.stereotype.Component;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads that wait for the database, as many as it has connections: more would only
 * queue in the connection pool. Not the shared boundedElastic, whose size depends on the
 * number of processors and which Spring Boot's actuator needs for its own.
 */
@Component
class JdbcScheduler implements DisposableBean {

	private final Scheduler scheduler;

	private final Duration acquireTimeout;

	JdbcScheduler(@Value("${spring.datasource.hikari.maximum-pool-size}") int connections,
			@Value("${spring.datasource.hikari.connection-timeout}") long acquireTimeoutMs) {
		// The queue has no bound, like that of the R2DBC pool; what waits too long times
		// out.
		this.scheduler = Schedulers.newBoundedElastic(connections, Integer.MAX_VALUE, "jdbc");
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

	@Override
	public void destroy() {
		this.scheduler.dispose();
	}

}
