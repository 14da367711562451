package stackbench.shared.remote;

import io.netty.channel.ChannelOption;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The non-blocking client. On a Netty target it shares the server's event loops.
 */
@Configuration(proxyBeanMethods = false)
@Lazy
class WebClientConfiguration {

	/**
	 * Any number of requests may wait for a connection, as in Apache's pool. By default
	 * the 1001st would fail at once.
	 */
	@Bean(destroyMethod = "dispose")
	ConnectionProvider downstreamConnections() {
		return ConnectionProvider.builder("downstream")
			.maxConnections(RemoteLimits.CONNECTIONS)
			.pendingAcquireMaxCount(-1)
			.pendingAcquireTimeout(RemoteLimits.ACQUIRE_TIMEOUT)
			.build();
	}

	@Bean
	WebClient downstream(ConnectionProvider downstreamConnections, ReactorResourceFactory resources,
			@Value("${remote.url}") String url) {
		HttpClient client = HttpClient.create(downstreamConnections)
			.runOn(resources.getLoopResources())
			.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) RemoteLimits.CONNECT_TIMEOUT.toMillis())
			.responseTimeout(RemoteLimits.RESPONSE_TIMEOUT)
			.disableRetry(true);
		return WebClient.builder().baseUrl(url).clientConnector(new ReactorClientHttpConnector(client)).build();
	}

}
