package stackbench.shared.remote;

import java.time.Duration;

/**
 * Settings of the HTTP clients of all targets. Both keep idle connections open, as the
 * downstream service does, and neither retries.
 */
public final class RemoteLimits {

	/** Connections to the downstream service: reactor-netty's default; Apache's is 5. */
	public static final int CONNECTIONS = 500;

	/**
	 * Timeout for a pooled connection: reactor-netty's default; Apache's is 3 minutes.
	 */
	public static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(45);

	/**
	 * Timeout for opening a connection: reactor-netty's default; Apache's is 3 minutes.
	 */
	public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

	/** Timeout for an answer; neither client has one by default. */
	public static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

	private RemoteLimits() {
	}

}
