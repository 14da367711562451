package stackbench.mvc.remote;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.ReactorResourceFactory;

import stackbench.shared.remote.ReactiveRemoteController;

/**
 * The target <code>mvc-1-async</code>: the client of the WebFlux targets, on event loops
 * that are there for it alone. They are as many as those of a Netty target, whatever the
 * number of calls.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "remote.client", havingValue = "async")
@Import(ReactiveRemoteController.class)
class AsyncClientConfiguration {

	@Bean
	@Lazy
	ReactorResourceFactory reactorResourceFactory() {
		return new ReactorResourceFactory();
	}

}
