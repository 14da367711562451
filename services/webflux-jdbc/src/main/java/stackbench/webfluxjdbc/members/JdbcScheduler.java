package stackbench.webfluxjdbc.members;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads that wait for the database, as many as it has connections: more would only
 * queue in the connection pool. Not the shared boundedElastic, whose size depends on the
 * number of processors and which Spring Boot's actuator needs for its own.
 */
@Configuration(proxyBeanMethods = false)
class JdbcScheduler {

	/**
	 * A bean, so that scrapes show how many calls wait for a thread.
	 * @param connections size of the connection pool
	 * @return as many threads; the queue has no bound, like that of the R2DBC pool, since
	 * what waits too long times out
	 */
	@Bean(destroyMethod = "dispose")
	Scheduler jdbc(@Value("${spring.datasource.hikari.maximum-pool-size}") int connections) {
		return Schedulers.newBoundedElastic(connections, Integer.MAX_VALUE, "jdbc");
	}

}
