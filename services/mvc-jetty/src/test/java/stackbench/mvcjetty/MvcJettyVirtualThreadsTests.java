package stackbench.mvcjetty;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The environment of <code>mvc-jetty-vt</code>. Spring Boot's default would serve 200
 * requests at a time.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "DB_PORT=1", "spring.threads.virtual.enabled=true", "server.jetty.threads.max=65535" })
class MvcJettyVirtualThreadsTests {

	private static final int REQUESTS = 210;

	@Autowired
	private MeterRegistry meters;

	@Value("${local.server.port}")
	private int port;

	@Test
	void servesMoreThanTwoHundredBlockedRequestsAtATime() throws Exception {
		URI block = URI.create("http://127.0.0.1:" + this.port + "/block?millis=10000");
		try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
			List<CompletableFuture<HttpResponse<String>>> answers = Stream
				.generate(() -> client.sendAsync(HttpRequest.newBuilder(block).build(), BodyHandlers.ofString()))
				.limit(REQUESTS)
				.toList();
			while (inFlight() < REQUESTS && answers.stream().noneMatch(CompletableFuture::isDone)) {
				Thread.sleep(20);
			}
			assertThat(inFlight()).isEqualTo(REQUESTS);
			client.shutdownNow();
		}
	}

	private int inFlight() {
		return this.meters.find("http.server.requests.active")
			.longTaskTimers()
			.stream()
			.mapToInt(LongTaskTimer::activeTasks)
			.sum();
	}

}
