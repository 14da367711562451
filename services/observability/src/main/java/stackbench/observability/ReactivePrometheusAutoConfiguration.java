package stackbench.observability;

import java.util.Set;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusOutputFormat;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusScrapeEndpoint;
import org.springframework.context.annotation.Bean;

/**
 * Keeps scrapes of reactive targets off the shared boundedElastic scheduler. Boot runs
 * endpoint operations that return a plain value there, and a target that fills the
 * scheduler would starve its own scrapes. An operation that returns a publisher runs on
 * the management server's event loop, which is otherwise idle.
 */
@AutoConfiguration(after = PrometheusMetricsExportAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnAvailableEndpoint(PrometheusScrapeEndpoint.class)
class ReactivePrometheusAutoConfiguration {

	@Bean
	@ConditionalOnBean(PrometheusScrapeEndpoint.class)
	ReactivePrometheusExtension reactivePrometheusExtension(PrometheusScrapeEndpoint endpoint) {
		return new ReactivePrometheusExtension(endpoint);
	}

	/**
	 * The endpoint's only operation, returned as a publisher.
	 */
	@EndpointWebExtension(endpoint = PrometheusScrapeEndpoint.class)
	static class ReactivePrometheusExtension {

		private final PrometheusScrapeEndpoint endpoint;

		ReactivePrometheusExtension(PrometheusScrapeEndpoint endpoint) {
			this.endpoint = endpoint;
		}

		@ReadOperation(producesFrom = PrometheusOutputFormat.class)
		Mono<WebEndpointResponse<byte[]>> scrape(PrometheusOutputFormat format, @Nullable Set<String> includedNames) {
			return Mono.fromSupplier(() -> this.endpoint.scrape(format, includedNames));
		}

	}

}
