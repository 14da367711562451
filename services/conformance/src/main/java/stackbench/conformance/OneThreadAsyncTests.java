package stackbench.conformance;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import stackbench.conformance.Catalogue.Answer;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Behaviour of the target <code>mvc-1-async</code>: one handler thread and a client that
 * does not block it.
 */
public abstract class OneThreadAsyncTests {

	private static final int REQUESTS = 50;

	/** The default of reactor-netty. */
	private static final int EVENT_LOOPS = Math.max(4, Runtime.getRuntime().availableProcessors());

	private final Downstream downstream = Downstream.instance();

	private Client client;

	@Value("${local.server.port}")
	private int port;

	@DynamicPropertySource
	static void services(DynamicPropertyRegistry properties) {
		properties.add("DB_PORT", () -> DatabaseDownTests.CLOSED_PORT);
		properties.add("REMOTE_CLIENT", () -> "async");
		properties.add("DOWNSTREAM_URL", Downstream.instance()::url);
		properties.add("server.tomcat.threads.max", () -> 1);
		properties.add("server.tomcat.threads.min-spare", () -> 1);
	}

	@BeforeEach
	void reset() {
		this.downstream.reset();
		this.client = new Client(this.port);
	}

	@TestFactory
	Stream<DynamicTest> answersAsInTheCatalogue() {
		return Catalogue.read()
			.scenarios()
			.entrySet()
			.stream()
			.filter((scenario) -> scenario.getKey().startsWith("remote"))
			.flatMap((scenario) -> scenario.getValue().cases().stream())
			.map((exchange) -> DynamicTest.dynamicTest(exchange.name(),
					() -> assertThat(Template.reduce(this.client.send(exchange.request()).join(), exchange.response()))
						.isEqualTo(exchange.response())));
	}

	/**
	 * A thread per call would add 50 threads. A handler thread that waits would allow
	 * only one call at a time.
	 */
	@Test
	void makesConcurrentCallsWithoutAThreadEach() throws Exception {
		assertThat(this.client.get("/remote").status()).isEqualTo(200);
		Set<Runner> before = threads();
		this.downstream.hold();
		List<CompletableFuture<Answer>> answers = Stream.generate(() -> this.client.send("/remote-slow"))
			.limit(REQUESTS)
			.toList();
		this.downstream.awaitInFlight(REQUESTS);
		Set<Runner> during = threads();
		this.downstream.release();
		assertThat(answers).allSatisfy((answer) -> assertThat(answer.join().body()).isEqualTo("{\"millis\":[1000]}"));

		during.removeAll(before);
		assertThat(during).allMatch((thread) -> thread.name().startsWith("reactor-http-")).hasSizeLessThan(EVENT_LOOPS);
	}

	@Test
	void makesBothCallsConcurrently() throws Exception {
		assertThat(this.downstream.mostInFlight(this.client, "/remote", 2)).isEqualTo(2);
	}

	@Test
	void reportsDownstreamUnavailable() {
		this.downstream.fail(500);
		TargetTests.assertDownstreamUnavailable(this.client.get("/remote-slow"), "/remote-slow");
	}

	/** All threads except the workers of the test's own client. */
	private static Set<Runner> threads() throws Exception {
		return ThreadDump.all()
			.stream()
			.filter((thread) -> !thread.name().startsWith("HttpClient-"))
			.collect(Collectors.toSet());
	}

}
