package stackbench.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import stackbench.conformance.Catalogue.Request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A target that closes connections.
 */
class ClientTests {

	private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

	/** The requests' first lines. */
	private final List<String> asked = new CopyOnWriteArrayList<>();

	private ServerSocket server;

	private Client client;

	@BeforeEach
	void start() throws IOException {
		this.server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
		this.client = new Client(this.server.getLocalPort());
		Thread.ofPlatform().daemon().start(this::serve);
	}

	@AfterEach
	void stop() throws IOException {
		this.client.close();
		this.server.close();
	}

	@Test
	void asksAgainWhereAConnectionEndsBeforeTheAnswer() {
		for (String path : List.of("/first", "/second")) {
			assertThat(this.client.send(post(path)).join().status()).isEqualTo(200);
		}
		assertThat(this.asked).containsExactly("POST /first HTTP/1.1", "POST /second HTTP/1.1",
				"POST /second HTTP/1.1");
	}

	@Test
	void failsWhereTheSecondConnectionEndsToo() {
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> this.client.send(post("/never")).join())
			.withCauseInstanceOf(IOException.class);
		assertThat(this.asked).hasSize(2);
	}

	private static Request post(String path) {
		return new Request("POST", path, null, "");
	}

	private void serve() {
		try {
			while (true) {
				answerOnce(this.server.accept());
			}
		}
		catch (IOException ex) {
			// The test is over.
		}
	}

	/** Answers one request, and closes the connection when the next arrives. */
	private void answerOnce(Socket connection) throws IOException {
		try (connection;
				BufferedReader lines = new BufferedReader(new InputStreamReader(connection.getInputStream()))) {
			for (int requests = 1; requests <= 2; requests++) {
				String line = lines.readLine();
				if (line == null) {
					return;
				}
				this.asked.add(line);
				while (!lines.readLine().isEmpty()) {
					// A header.
				}
				if (requests == 2 || line.contains("/never")) {
					return;
				}
				connection.getOutputStream().write(ANSWER.getBytes());
			}
		}
	}

}
