package stackbench.observability;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * One connection to a server: sends requests and reads answers when told to, on the
 * thread of the test, so that no thread of the server's scheduler is needed for it.
 */
class Client implements AutoCloseable {

	/** A read that takes longer fails the test; no test measures the time. */
	private static final int GIVE_UP_MILLIS = 30_000;

	private final Socket socket;

	private final BufferedReader input;

	Client(int port) throws IOException {
		this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
		this.socket.setSoTimeout(GIVE_UP_MILLIS);
		this.input = new BufferedReader(new InputStreamReader(this.socket.getInputStream(), StandardCharsets.UTF_8));
	}

	void send(String path) throws IOException {
		send("GET", path);
	}

	void send(String method, String path) throws IOException {
		String request = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
		this.socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
	}

	/** Whether not even the first byte of an answer has come. */
	boolean stillWaits() throws IOException {
		return !this.input.ready();
	}

	/**
	 * Reads an answer.
	 * @return its status line and its body, each as one string
	 */
	Answer receive() throws IOException {
		String status = this.input.readLine();
		int length = -1;
		for (String line = this.input.readLine(); !line.isEmpty(); line = this.input.readLine()) {
			if (line.toLowerCase().startsWith("content-length:")) {
				length = Integer.parseInt(line.substring("content-length:".length()).strip());
			}
		}
		return new Answer(status, (length >= 0) ? read(length) : readChunks());
	}

	private String readChunks() throws IOException {
		StringBuilder body = new StringBuilder();
		for (int length = chunkLength(); length > 0; length = chunkLength()) {
			body.append(read(length));
			this.input.readLine();
		}
		this.input.readLine();
		return body.toString();
	}

	private int chunkLength() throws IOException {
		return Integer.parseInt(this.input.readLine(), 16);
	}

	/** Bodies in these tests are ASCII: a character is a byte. */
	private String read(int length) throws IOException {
		char[] body = new char[length];
		for (int read = 0; read < length;) {
			read += this.input.read(body, read, length - read);
		}
		return new String(body);
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

	/**
	 * An answer.
	 *
	 * @param status its first line
	 * @param body its body
	 */
	record Answer(String status, String body) {

	}

}
