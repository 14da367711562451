package stackbench.shared;

import java.time.Duration;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Shortens the shutdown of a Netty target. By default it waits 15 s for event loops that
 * handlers still block.
 */
@Configuration(proxyBeanMethods = false)
public class NettyConfiguration {

	@Bean
	ReactorResourceFactory reactorResourceFactory() {
		ReactorResourceFactory resources = new ReactorResourceFactory();
		resources.setShutdownQuietPeriod(Duration.ZERO);
		resources.setShutdownTimeout(Duration.ofSeconds(1));
		return resources;
	}

}
