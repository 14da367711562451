package stackbench.servlet.remote;

import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

import stackbench.shared.remote.RemoteLimits;

/**
 * The blocking client. Uses Apache HttpClient, because its pool can be configured like
 * that of reactor-netty.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "remote.client", havingValue = "blocking")
@Lazy
public class BlockingClientConfiguration {

	/**
	 * Without features that WebClient does not use either: cookies, redirects,
	 * compression, retries and validation of idle connections.
	 */
	@Bean
	CloseableHttpClient downstreamConnections() {
		RequestConfig requests = RequestConfig.custom()
			.setConnectionRequestTimeout(Timeout.of(RemoteLimits.ACQUIRE_TIMEOUT))
			.setResponseTimeout(Timeout.of(RemoteLimits.RESPONSE_TIMEOUT))
			.setConnectionKeepAlive(TimeValue.NEG_ONE_MILLISECOND)
			.build();
		return HttpClients.custom()
			.setConnectionManager(connections())
			.setDefaultRequestConfig(requests)
			.disableAutomaticRetries()
			.disableContentCompression()
			.disableCookieManagement()
			.disableRedirectHandling()
			.build();
	}

	private static HttpClientConnectionManager connections() {
		ConnectionConfig connection = ConnectionConfig.custom()
			.setConnectTimeout(Timeout.of(RemoteLimits.CONNECT_TIMEOUT))
			.setValidateAfterInactivity(TimeValue.NEG_ONE_MILLISECOND)
			.build();
		return PoolingHttpClientConnectionManagerBuilder.create()
			.setMaxConnTotal(RemoteLimits.CONNECTIONS)
			.setMaxConnPerRoute(RemoteLimits.CONNECTIONS)
			.setDefaultConnectionConfig(connection)
			.build();
	}

	@Bean
	RestClient downstream(CloseableHttpClient downstreamConnections, @Value("${remote.url}") String url) {
		return RestClient.builder()
			.baseUrl(url)
			.requestFactory(new HttpComponentsClientHttpRequestFactory(downstreamConnections))
			.build();
	}

}
