package stackbench.shared.remote;

import java.time.Duration;

/**
 * What the HTTP clients of all targets have in common. Both keep idle connections for
 * ever, as the neighbour does, and neither tries again.
 */
public final class RemoteLimits {

	/** Connections to the neighbour: reactor-netty's default; Apache's is 5. */
	public static final int CONNECTIONS = 500;

	/** Longest wait for one of them: reactor-netty's default; Apache's is 3 minutes. */
	public static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(45);

	/** Longest time to open one: reactor-netty's default; Apache's is 3 minutes. */
	public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

	/** Longest wait for an answer; neither client has one by default. */
	public static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

	private RemoteLimits() {
	}

}
