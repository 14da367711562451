package stackbench.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Talks to a target below HTTP.
 */
final class RawConnection {

	private static final int TIMEOUT_MS = 30_000;

	private static final String END_OF_HEADERS = "\r\n\r\n";

	private RawConnection() {
	}

	/**
	 * Sends a request on a connection of its own, and reads until the target closes it.
	 * @param port of the target
	 * @param request all of it
	 * @return everything that came back
	 */
	static String ask(int port, String request) throws IOException {
		try (Socket socket = open(port)) {
			socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
		}
	}

	/**
	 * Sends a request again and again on one connection, each when the last is answered.
	 * @param port of the target
	 * @param request one that is answered without a body
	 * @param times at most
	 * @return how many were answered before the connection was closed
	 */
	static int countAnswers(int port, String request, int times) throws IOException {
		try (Socket socket = open(port)) {
			int answers = 0;
			while (answers < times) {
				socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
				if (!readHeaders(socket.getInputStream())) {
					break;
				}
				answers++;
			}
			return answers;
		}
	}

	private static boolean readHeaders(InputStream input) throws IOException {
		StringBuilder headers = new StringBuilder();
		while (headers.indexOf(END_OF_HEADERS) < 0) {
			int next = input.read();
			if (next < 0) {
				return false;
			}
			headers.append((char) next);
		}
		return true;
	}

	private static Socket open(int port) throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
		socket.setSoTimeout(TIMEOUT_MS);
		return socket;
	}

}
