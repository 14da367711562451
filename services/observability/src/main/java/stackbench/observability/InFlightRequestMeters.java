package stackbench.observability;

import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Shows {@code http_server_requests_active_seconds_count} from the start. Micrometer
 * creates the meter with the first request; the tags are those that Spring's observation
 * of a request has at its start, so that the request finds this meter.
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
