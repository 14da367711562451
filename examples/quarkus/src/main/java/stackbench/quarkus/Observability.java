package stackbench.quarkus;

import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * What the contract asks for beside the answers: the label of all series, requests in
 * flight, and a content type without an encoding.
 */
@ApplicationScoped
public class Observability {

	@Produces
	@Singleton
	MeterFilter target(@ConfigProperty(name = "TARGET", defaultValue = "quarkus") String target) {
		return MeterFilter.commonTags(List.of(Tag.of("target", target)));
	}

	void countInFlight(@Observes Router router, MeterRegistry meters) {
		LongTaskTimer active = LongTaskTimer.builder("http.server.requests.active").register(meters);
		router.route().order(Integer.MIN_VALUE).handler((request) -> time(active, request));
	}

	private static void time(LongTaskTimer active, RoutingContext request) {
		LongTaskTimer.Sample sample = active.start();
		request.addEndHandler((_) -> sample.stop());
		request.next();
	}

	@ServerResponseFilter
	public void plainJson(ContainerResponseContext response) {
		if (response.hasEntity()) {
			response.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON);
		}
	}

}
