package stackbench.observability;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * One connection to a server. Sends requests and reads answers on the test's thread, so
 * that it needs no thread of the server's scheduler.
 */
class Client implements AutoCloseable {

	/** Timeout of a read, which fails the test. */
	private static final int TIMEOUT_MS = 30_000;

	private final Socket socket;

	private final BufferedReader input;

	Client(int port) throws IOException {
		this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
		this.socket.setSoTimeout(TIMEOUT_MS);
		this.input = new BufferedReader(new InputStreamReader(this.socket.getInputStream(), StandardCharsets.UTF_8));
	}

	void send(String path) throws IOException {
		send("GET", path);
	}

	void send(String method, String path) throws IOException {
		send(method, path, "Host: localhost");
	}

	void send(String method, String path, String headers) throws IOException {
		String request = method + " " + path + " HTTP/1.1\r\n" + headers + "\r\nContent-Length: 0\r\n\r\n";
		this.socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
	}

	/** Returns whether no byte of an answer has arrived. */
	boolean stillWaits() throws IOException {
		return !this.input.ready();
	}

	/**
	 * Reads an answer.
	 * @return its status line and body
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

	/** Bodies in these tests are ASCII, so a character is a byte. */
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
