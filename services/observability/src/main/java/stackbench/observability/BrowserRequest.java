package stackbench.observability;

import java.util.regex.Pattern;

/**
 * Recognizes requests that a web page made. A page that the user visits can send a
 * {@code POST} to any port of the user's machine, and whoever serves it can let its own
 * name point to that machine (DNS rebinding). The runner, Prometheus and curl send no
 * {@code Origin}, and address a target by an IP address, as {@code localhost} or, among
 * containers, by a name without a dot.
 */
final class BrowserRequest {

	/**
	 * An IPv6 address in brackets, an IPv4 address, or a name without a dot; any port.
	 */
	private static final Pattern LOCAL_HOST = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[0-9.]+|[A-Za-z0-9_-]+)(:\\d*)?");

	private BrowserRequest() {
	}

	/**
	 * Returns whether a page may have made the request.
	 * @param host the header {@code Host}, or {@code null} without one
	 * @param origin the header {@code Origin}, or {@code null} without one
	 */
	static boolean isSuspected(String host, String origin) {
		return origin != null || (host != null && !LOCAL_HOST.matcher(host).matches());
	}

}
