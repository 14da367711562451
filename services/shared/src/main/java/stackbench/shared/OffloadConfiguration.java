package stackbench.shared;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The threads on which a Netty target blocks, instead of its event loops.
 */
@Configuration(proxyBeanMethods = false)
@Import(OffloadController.class)
public class OffloadConfiguration {

	/**
	 * A bounded elastic scheduler, as Reactor's documentation recommends for blocking
	 * calls. Not the shared one, because Spring Boot's actuator needs that. It is a bean
	 * so that scrapes show how many calls wait for a thread.
	 * @param threads number of threads; null for the default of boundedElastic, ten per
	 * processor
	 * @return the scheduler, with an unbounded queue
	 */
	@Bean(destroyMethod = "dispose")
	Scheduler offload(@Value("${OFFLOAD_THREADS:}") Integer threads) {
		int size = (threads != null) ? threads : Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE;
		return Schedulers.newBoundedElastic(size, Integer.MAX_VALUE, "offload");
	}

}
