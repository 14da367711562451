package stackbench.observability;

import io.micrometer.observation.ObservationRegistry;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Gives the management server of a Netty target its own event loop. By default it shares
 * those of the main server, where a blocking handler also blocks scrapes. The main server
 * is unchanged.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass({ HttpServer.class, NettyReactiveWebServerFactory.class })
class NettyManagementConfiguration {

	@Bean(destroyMethod = "dispose")
	LoopResources managementLoopResources() {
		return LoopResources.create(KernelThreads.MANAGEMENT, 1, true);
	}

	@Bean
	WebServerFactoryCustomizer<NettyReactiveWebServerFactory> managementLoopCustomizer(
			LoopResources managementLoopResources) {
		return (factory) -> factory.addServerCustomizers((server) -> server.runOn(managementLoopResources));
	}

	/** Excludes scrapes from the target's in-flight requests. */
	@Bean
	ObservationRegistry managementObservationRegistry() {
		return ObservationRegistry.NOOP;
	}

}
