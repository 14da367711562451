package stackbench.shared.jdbc;

import java.time.Duration;
import java.util.concurrent.Executors;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads that wait for the database. Not the shared boundedElastic scheduler: its
 * size depends on the number of processors, and Spring Boot's actuator needs it.
 */
@Configuration(proxyBeanMethods = false)
class JdbcScheduler {

	private static final String BOUNDED = "bounded";

	/**
	 * Creates the scheduler as a bean, so that scrapes show how many calls wait for a
	 * thread.
	 * @param kind <code>bounded</code>: as many threads as connections, because more
	 * would only queue in the connection pool. The queue is unbounded, like that of the
	 * R2DBC pool, because calls in it time out. <code>virtual</code>: a virtual thread
	 * for each call. <code>none</code>: the caller's thread, which is the event loop
	 * @param connections size of the connection pool
	 * @return the scheduler
	 */
	@Bean(destroyMethod = "dispose")
	Scheduler jdbc(@Value("${jdbc.scheduler}") String kind,
			@Value("${spring.datasource.hikari.maximum-pool-size}") int connections) {
		return switch (kind) {
			case BOUNDED -> Schedulers.newBoundedElastic(connections, Integer.MAX_VALUE, "jdbc");
			case "virtual" -> Schedulers.fromExecutorService(
					Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("jdbc-", 1).factory()), "jdbc");
			case "none" -> Schedulers.immediate();
			default -> throw new IllegalArgumentException(
					"JDBC_SCHEDULER=" + kind + ": accepted are bounded, virtual and none");
		};
	}

	@Bean
	JdbcCalls jdbcCalls(Scheduler jdbc, @Value("${jdbc.scheduler}") String kind,
			@Value("${spring.datasource.hikari.connection-timeout}") long acquireTimeoutMs) {
		return kind.equals(BOUNDED) ? JdbcCalls.queuedByTheScheduler(jdbc, Duration.ofMillis(acquireTimeoutMs))
				: JdbcCalls.queuedByThePool(jdbc);
	}

}
