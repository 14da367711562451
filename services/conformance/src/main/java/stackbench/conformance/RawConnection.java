package stackbench.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Sends raw bytes to a target.
 */
final class RawConnection {

	private static final int TIMEOUT_MS = 30_000;

	private static final String END_OF_HEADERS = "\r\n\r\n";

	private RawConnection() {
	}

	/**
	 * Sends a request on a new connection and reads until the target closes it.
	 * @param port of the target
	 * @param request the complete request
	 * @return everything that the target sent
	 */
	static String ask(int port, String request) throws IOException {
		try (Socket socket = open(port)) {
			socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
		}
	}

	/**
	 * Sends a request on a new connection and closes it within the answer.
	 * @param port of the target
	 * @param request the complete request
	 * @param text what to wait for
	 * @return what had arrived with that text
	 */
	static String askUntil(int port, String request, String text) throws IOException {
		try (Socket socket = open(port)) {
			socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
			InputStream input = socket.getInputStream();
			StringBuilder answer = new StringBuilder();
			while (answer.indexOf(text) < 0) {
				int next = input.read();
				if (next < 0) {
					return answer.toString();
				}
				answer.append((char) next);
			}
			return answer + new String(input.readNBytes(input.available()), StandardCharsets.ISO_8859_1);
		}
	}

	/**
	 * Repeats a request on one connection, each time after the previous answer.
	 * @param port of the target
	 * @param request a request whose answer has no body
	 * @param times maximum number of requests
	 * @return number of answers before the target closed the connection
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
