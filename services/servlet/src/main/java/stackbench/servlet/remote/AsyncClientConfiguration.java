package stackbench.servlet.remote;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.ReactorResourceFactory;

import stackbench.shared.remote.ReactiveRemoteController;

/**
 * The target <code>mvc-1-async</code>: the client of the WebFlux targets, on its own
 * event loops. Their number is the same as on a Netty target and does not depend on the
 * number of calls.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "remote.client", havingValue = "async")
@Import(ReactiveRemoteController.class)
public class AsyncClientConfiguration {

	@Bean
	@Lazy
	ReactorResourceFactory reactorResourceFactory() {
		return new ReactorResourceFactory();
	}

}
