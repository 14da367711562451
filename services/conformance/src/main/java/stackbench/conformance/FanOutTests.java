package stackbench.conformance;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
 * Behaviour of the servlet targets that make the calls of one request at once.
 */
public abstract class FanOutTests {

	private static final List<String> PATHS = List.of("aggregate", "aggregate-sequential", "remote",
			"remote-sequential");

	private static final int CALLS = 4;

	private final Database database = Database.instance();

	private final Downstream downstream = Downstream.instance();

	private Client client;

	@Value("${local.server.port}")
	private int port;

	@DynamicPropertySource
	static void services(DynamicPropertyRegistry properties) {
		properties.add("DB_PORT", Database.instance()::port);
		properties.add("DB_POOL_SIZE", () -> CALLS);
		properties.add("DOWNSTREAM_URL", Downstream.instance()::url);
	}

	/**
	 * Asserts which threads make the calls.
	 * @param threads those that wait for the database
	 */
	protected abstract void assertMakeCalls(List<Runner> threads);

	@BeforeEach
	void reset() {
		this.database.reset();
		this.downstream.reset();
		this.client = new Client(this.port);
	}

	@TestFactory
	Stream<DynamicTest> answersAsInTheCatalogue() {
		return PATHS.stream()
			.flatMap((scenario) -> Catalogue.read().scenarios().get(scenario).cases().stream())
			.map((exchange) -> DynamicTest.dynamicTest(exchange.name(),
					() -> assertThat(Template.reduce(this.client.send(exchange.request()).join(), exchange.response()))
						.isEqualTo(exchange.response())));
	}

	@Test
	void sendsAllStatementsAtOnceEachOnAThreadOfItsOwn() throws Exception {
		CompletableFuture<Answer> answer;
		try (Connection connection = this.database.connect(); Statement statement = connection.createStatement()) {
			statement.execute("LOCK TABLES member WRITE");
			answer = this.client.send("/aggregate/5");
			assertThat(this.database.awaitLocked(CALLS)).hasSize(CALLS);
			List<Runner> threads = ThreadDump.inside("stackbench.shared.JdbcMembers");
			assertThat(threads).hasSize(CALLS);
			assertMakeCalls(threads);
		}
		assertThat(answer.join().status()).isEqualTo(200);
	}

	@Test
	void sendsOneStatementAtATimeOnTheSequentialPath() throws Exception {
		CompletableFuture<Answer> answer;
		try (Connection connection = this.database.connect(); Statement statement = connection.createStatement()) {
			statement.execute("LOCK TABLES member WRITE");
			answer = this.client.send("/aggregate-sequential/5");
			this.database.awaitLocked(1);
			// Gives further statements time to arrive.
			Thread.sleep(300);
			assertThat(this.database.awaitLocked(1)).hasSize(1);
		}
		assertThat(answer.join().status()).isEqualTo(200);
	}

	@Test
	void makesBothCallsAtOnceAndInSequenceOnlyOnTheSequentialPath() throws Exception {
		assertThat(this.downstream.mostInFlight(this.client, "/remote", 2)).isEqualTo(2);
		assertThat(this.downstream.mostInFlight(this.client, "/remote-sequential", 1)).isEqualTo(1);
	}

	/** What a call throws on its own thread answers the request as on the handler's. */
	@Test
	void answersTheFaultsOfItsCalls() {
		for (int status : new int[] { 404, 500, 503 }) {
			this.downstream.fail(status);
			TargetTests.assertDownstreamUnavailable(this.client.get("/remote"), "/remote");
		}
		this.database.execute("RENAME TABLE member TO elsewhere");
		try {
			Answer answer = this.client.get("/aggregate/5");
			assertThat(answer.status()).isEqualTo(500);
			assertThat(answer.body()).contains("\"detail\":\"the service failed\"");
		}
		finally {
			this.database.execute("DROP TABLE elsewhere");
		}
	}

}
