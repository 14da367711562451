package stackbench.observability;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.server.HttpServer;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * The meters of a Netty target.
 */
@AutoConfiguration(after = NettyReactiveWebServerAutoConfiguration.class)
@ConditionalOnClass({ HttpServer.class, NettyReactiveWebServerAutoConfiguration.class })
@ConditionalOnBean(ReactorResourceFactory.class)
class NettyMetersAutoConfiguration {

	@Bean
	NettyMeters nettyMeters(ReactorResourceFactory resources) {
		return new NettyMeters(resources);
	}

	/** Work that waits for a thread of a scheduler which the target made a bean. */
	@Bean
	MeterBinder schedulerMeters(ObjectProvider<Scheduler> schedulers) {
		return (registry) -> schedulers.forEach((scheduler) -> Gauge
			.builder("reactor.scheduler.queued.tasks", scheduler,
					(source) -> Scannable.from(source).scanOrDefault(Scannable.Attr.BUFFERED, -1))
			.description("Tasks waiting for a thread of the scheduler; -1 if it does not tell")
			.tag("name", Scannable.from(scheduler).name())
			.register(registry));
	}

}
