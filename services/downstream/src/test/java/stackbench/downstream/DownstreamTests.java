package stackbench.downstream;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class DownstreamTests {

	private static final String ANSWERED = "http_server_requests_seconds_count";

	private static final String IN_FLIGHT = "http_server_requests_active_seconds_count";

	private final HttpClient http = HttpClient.newHttpClient();

	@Value("${local.server.port}")
	private int port;

	@Value("${local.management.port}")
	private int managementPort;

	@Test
	void answersAfterTheRequestedDelay() throws Exception {
		long start = System.nanoTime();
		HttpResponse<String> answer = get("/delay?millis=200");
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
		assertThat(answer.body()).isEqualTo("{\"millis\":200}");
	}

	/**
	 * More requests than threads: if waiting blocked threads, some requests would not
	 * start. The longest delay, as a busy machine takes seconds to send them all.
	 */
	@Test
	void blocksNoThreadWhileItWaits() {
		List<CompletableFuture<HttpResponse<String>>> answers = Stream.generate(() -> send("/delay?millis=10000"))
			.limit(200)
			.toList();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> scraped(IN_FLIGHT, "method=\"GET\"") == 200);
		assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
			.filteredOn((name) -> name.matches("(webflux|reactor)-http-.*|parallel-.*|boundedElastic-.*"))
			.hasSizeLessThanOrEqualTo(2 * Math.max(4, Runtime.getRuntime().availableProcessors()));
		assertThat(answers).allSatisfy((answer) -> assertThat(answer.join().statusCode()).isEqualTo(200));
	}

	@Test
	void countsItsAnswers() throws Exception {
		// Those of another test are counted after they have arrived.
		Awaitility.await().until(() -> scraped(IN_FLIGHT, "method=\"GET\"") == 0);
		double before = scraped(ANSWERED, "uri=\"/delay\"");
		get("/delay?millis=0");
		get("/delay?millis=1");
		Awaitility.await().until(() -> scraped(ANSWERED, "uri=\"/delay\"") == before + 2);
	}

	@Test
	void refusesInvalidDelays() throws Exception {
		for (String query : List.of("", "?millis=-1", "?millis=10001", "?millis=1&millis=2")) {
			HttpResponse<String> answer = get("/delay" + query);
			assertThat(answer.statusCode()).isEqualTo(400);
			assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json");
			assertThat(answer.body()).contains("millis must be one integer from 0 to 10000");
		}
	}

	@Test
	void isReadyWithoutADatabase() throws Exception {
		assertThat(
				this.http.send(request(this.managementPort, "/actuator/health"), BodyHandlers.ofString()).statusCode())
			.isEqualTo(200);
	}

	/** The sum over all series of the metric with that label; 0 if there is none. */
	private double scraped(String metric, String label) throws IOException, InterruptedException {
		return this.http.send(request(this.managementPort, "/actuator/prometheus"), BodyHandlers.ofLines())
			.body()
			.filter((line) -> line.startsWith(metric + "{") && line.contains(label))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
			.sum();
	}

	private HttpResponse<String> get(String path) throws IOException, InterruptedException {
		return this.http.send(request(this.port, path), BodyHandlers.ofString());
	}

	private CompletableFuture<HttpResponse<String>> send(String path) {
		return this.http.sendAsync(request(this.port, path), BodyHandlers.ofString());
	}

	private static HttpRequest request(int port, String path) {
		return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
	}

}
