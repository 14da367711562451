package stackbench.observability;

import java.util.Map;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.server.HttpServer;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Meters of a Netty target.
 */
@AutoConfiguration(after = NettyReactiveWebServerAutoConfiguration.class)
@ConditionalOnClass({ HttpServer.class, NettyReactiveWebServerAutoConfiguration.class })
@ConditionalOnBean(ReactorResourceFactory.class)
class NettyMetersAutoConfiguration {

	@Bean
	NettyMeters nettyMeters(ReactorResourceFactory resources) {
		return new NettyMeters(resources);
	}

	/** The queue lengths of the target's scheduler beans. */
	@Bean
	MeterBinder schedulerMeters(Map<String, Scheduler> schedulers) {
		return (registry) -> schedulers.forEach((name, scheduler) -> Gauge
			.builder("reactor.scheduler.queued.tasks", scheduler, NettyMetersAutoConfiguration::queuedTasks)
			.description("Tasks waiting for a thread of the scheduler")
			.tag("name", name)
			.register(registry));
	}

	/** A scheduler has one queue per thread. */
	private static int queuedTasks(Scheduler scheduler) {
		return Scannable.from(scheduler)
			.inners()
			.mapToInt((thread) -> thread.scanOrDefault(Scannable.Attr.BUFFERED, 0))
			.sum();
	}

}
