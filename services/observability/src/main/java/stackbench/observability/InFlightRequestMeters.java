package stackbench.observability;

import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Registers {@code http_server_requests_active_seconds_count} at the start. Otherwise
 * Micrometer creates it with the first request. The tags match those of Spring's
 * observation at the start of a request, so that requests use this meter.
 */
class InFlightRequestMeters implements MeterBinder {

	@Override
	public void bindTo(MeterRegistry registry) {
		for (String method : new String[] { "GET", "POST" }) {
			LongTaskTimer.builder("http.server.requests.active")
				.tags("exception", "none", "method", method, "outcome", "SUCCESS", "status", "200", "uri", "UNKNOWN")
				.register(registry);
		}
	}

}
