package stackbench.shared;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Where a Netty target waits, if not on the event loop.
 */
@Configuration(proxyBeanMethods = false)
@Import(OffloadController.class)
public class OffloadConfiguration {

	/**
	 * The bounded scheduler that Reactor's documentation wants blocking calls to be on.
	 * Not the shared boundedElastic, which Spring Boot's actuator needs for its own; a
	 * bean, so that scrapes show how many calls wait for a thread.
	 * @param threads how many; null for as many as boundedElastic has, which is ten per
	 * processor
	 * @return the scheduler, its queue without a bound
	 */
	@Bean(destroyMethod = "dispose")
	Scheduler offload(@Value("${OFFLOAD_THREADS:}") Integer threads) {
		int size = (threads != null) ? threads : Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE;
		return Schedulers.newBoundedElastic(size, Integer.MAX_VALUE, "offload");
	}

}
