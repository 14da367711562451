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
 * One thread and a client that holds none while it waits: what the target
 * <code>mvc-1-async</code> is.
 */
public abstract class OneThreadAsyncTests {

	private static final int REQUESTS = 50;

	/** As many as reactor-netty makes. */
	private static final int EVENT_LOOPS = Math.max(4, Runtime.getRuntime().availableProcessors());

	private final Neighbour neighbour = Neighbour.instance();

	private Client client;

	@Value("${local.server.port}")
	private int port;

	@DynamicPropertySource
	static void neighbours(DynamicPropertyRegistry properties) {
		properties.add("DB_PORT", () -> DatabaseDownTests.CLOSED_PORT);
		properties.add("REMOTE_CLIENT", () -> "async");
		properties.add("DOWNSTREAM_URL", Neighbour.instance()::url);
		properties.add("server.tomcat.threads.max", () -> 1);
		properties.add("server.tomcat.threads.min-spare", () -> 1);
	}

	@BeforeEach
	void reset() {
		this.neighbour.reset();
		this.client = new Client(this.port);
	}

	@TestFactory
	Stream<DynamicTest> answersAsTheCatalogueSays() {
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
	 * All are under way at the same time. With a thread for each call there would be 50
	 * more threads; with a thread that waits there would be one call.
	 */
	@Test
	void hasAsManyCallsUnderWayAsItIsAskedWithoutAThreadEach() throws Exception {
		assertThat(this.client.get("/remote").status()).isEqualTo(200);
		Set<Runner> before = threads();
		this.neighbour.hold();
		List<CompletableFuture<Answer>> answers = Stream.generate(() -> this.client.send("/remote-slow"))
			.limit(REQUESTS)
			.toList();
		this.neighbour.awaitInFlight(REQUESTS);
		Set<Runner> during = threads();
		this.neighbour.release();
		assertThat(answers).allSatisfy((answer) -> assertThat(answer.join().body()).isEqualTo("{\"millis\":[1000]}"));

		during.removeAll(before);
		assertThat(during).allMatch((thread) -> thread.name().startsWith("reactor-http-")).hasSizeLessThan(EVENT_LOOPS);
	}

	@Test
	void callsTheNeighbourTwiceAtOnce() throws Exception {
		this.neighbour.hold();
		CompletableFuture<Answer> answer = this.client.send("/remote");
		this.neighbour.awaitInFlight(2);
		this.neighbour.release();
		assertThat(answer.join().body()).isEqualTo("{\"millis\":[10,10]}");
	}

	@Test
	void saysThatTheNeighbourIsNotAvailable() {
		this.neighbour.fail(500);
		TargetTests.assertNoNeighbour(this.client.get("/remote-slow"), "/remote-slow");
	}

	/** Without those of the client of these tests, which has workers of its own. */
	private static Set<Runner> threads() throws Exception {
		return ThreadDump.all()
			.stream()
			.filter((thread) -> !thread.name().startsWith("HttpClient-"))
			.collect(Collectors.toSet());
	}

}
