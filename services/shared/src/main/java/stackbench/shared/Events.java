package stackbench.shared;

import java.time.Duration;
import java.util.List;

import reactor.core.publisher.Flux;

import stackbench.contract.Limits;

/**
 * The events of <code>GET /stream</code>: the numbers from 0, one a second, the first at
 * once.
 */
public final class Events {

	/**
	 * With its encoding, as WebFlux writes it. The servlet targets set it themselves.
	 */
	public static final String MEDIA_TYPE = "text/event-stream;charset=UTF-8";

	private static final Duration INTERVAL = Duration.ofSeconds(1);

	private Events() {
	}

	/**
	 * The events of one request.
	 * @param count values of the parameter <code>events</code>; null if there are none
	 * @return the events. They wait for a subscriber that is late, so that all arrive
	 */
	public static Flux<Long> of(List<String> count) {
		return Flux.interval(Duration.ZERO, INTERVAL).take(Limits.events(count)).onBackpressureBuffer();
	}

}
