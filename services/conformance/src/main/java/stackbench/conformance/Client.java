package stackbench.conformance;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import stackbench.conformance.Catalogue.Answer;
import stackbench.conformance.Catalogue.Request;

/**
 * An HTTP client of a target on this machine.
 */
final class Client implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	/** In the words of the JDK's client: it has no exception of its own for this. */
	private static final String NO_ANSWER = "HTTP/1.1 header parser received no bytes";

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final int port;

	Client(int port) {
		this.port = port;
	}

	Answer get(String path) {
		return send(path).join();
	}

	/**
	 * Sends a GET without waiting for the answer.
	 * @param path with the query
	 * @return the pending answer
	 */
	CompletableFuture<Answer> send(String path) {
		return send(new Request("GET", path, null, null));
	}

	CompletableFuture<Answer> send(Request request) {
		HttpRequest.Builder builder = HttpRequest
			.newBuilder(URI.create("http://127.0.0.1:" + this.port + request.path()))
			.timeout(TIMEOUT)
			.method(request.method(),
					(request.body() != null) ? BodyPublishers.ofString(request.body()) : BodyPublishers.noBody());
		if (request.headers() != null) {
			request.headers().forEach(builder::setHeader);
		}
		return exchange(builder.build()).thenApply(Client::answer);
	}

	/**
	 * Asks again, once, if the target closed the connection without an answer, as it may
	 * close an idle one (RFC 9112, 9.3.1). The JDK's client itself repeats GET alone.
	 */
	private CompletableFuture<HttpResponse<String>> exchange(HttpRequest request) {
		return this.http.sendAsync(request, BodyHandlers.ofString())
			.exceptionallyCompose((failure) -> isUnanswered(failure)
					? this.http.sendAsync(request, BodyHandlers.ofString()) : CompletableFuture.failedFuture(failure));
	}

	private static boolean isUnanswered(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
		return cause instanceof IOException && NO_ANSWER.equals(cause.getMessage());
	}

	@Override
	public void close() {
		this.http.close();
	}

	private static Answer answer(HttpResponse<String> response) {
		Map<String, String> headers = new TreeMap<>();
		response.headers().map().forEach((name, values) -> headers.put(name, String.join(", ", values)));
		return new Answer(response.statusCode(), headers, response.body());
	}

}
