package stackbench.conformance;

import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
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
import stackbench.conformance.Catalogue.Exchange;
import stackbench.conformance.Catalogue.Request;
import stackbench.conformance.ThreadDump.Runner;
import stackbench.contract.Slept;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What every target does, on a real MariaDB. The pool is small and its patience short, so
 * that its exhaustion can be seen.
 */
public abstract class TargetTests {

	private static final int POOL_SIZE = 2;

	private static final Request CREATE = new Request("POST", "/members", Map.of("content-type", "application/json"),
			"{\"name\":\"it's\",\"age\":30,\"teamId\":7}");

	private final Database database = Database.instance();

	private Client client;

	@Value("${local.server.port}")
	private int port;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry properties) {
		properties.add("DB_PORT", Database.instance()::port);
		properties.add("DB_POOL_SIZE", () -> POOL_SIZE);
		properties.add("DB_ACQUIRE_TIMEOUT_MS", () -> 3000);
	}

	/**
	 * Where the handlers without I/O run.
	 * @param thread the name of the one that sleeps in <code>/block</code>
	 * @param virtual if it is a virtual thread
	 */
	protected abstract void assertRunsHandlers(String thread, boolean virtual);

	/**
	 * The class whose method waits for the database.
	 * @return a fully qualified name
	 */
	protected abstract String members();

	/**
	 * Who waits for the database.
	 * @param threads inside a method of {@link #members()} while a statement runs
	 */
	protected abstract void assertWaitForDatabase(List<String> threads);

	@BeforeEach
	void reset() {
		this.database.reset();
		this.client = new Client(this.port);
	}

	@TestFactory
	Stream<DynamicTest> answersAsTheCatalogueSays() {
		return Catalogue.read()
			.exchanges()
			.map((exchange) -> DynamicTest.dynamicTest(exchange.name(), () -> check(exchange)));
	}

	private void check(Exchange exchange) {
		Answer answer = this.client.send(exchange.request()).join();
		assertThat(Template.reduce(answer, exchange.response())).isEqualTo(exchange.response());
	}

	@Test
	void storesWhatItAnswers() {
		assertThat(this.client.send(CREATE).join().headers()).containsEntry("location", "/members/10001");
		assertThat(this.client.get("/members/10001").body())
			.isEqualTo("{\"id\":10001,\"name\":\"it's\",\"age\":30,\"teamId\":7}");
	}

	@Test
	void blocksTheThreadOfTheHandler() throws Exception {
		CompletableFuture<Answer> answer = this.client.send("/block?millis=2000");
		List<Runner> sleepers = List.of();
		while (sleepers.isEmpty() && !answer.isDone()) {
			sleepers = ThreadDump.inside(Slept.class.getName());
		}
		assertThat(sleepers).hasSize(1);
		assertRunsHandlers(sleepers.getFirst().name(), sleepers.getFirst().virtual());
		assertThat(answer.join().status()).isEqualTo(200);
	}

	@Test
	void readsWithOneStatement() throws Exception {
		assertStatement(new Request("GET", "/members/1", null, null), 200,
				"SELECT id, name, age, team_id FROM member WHERE id = 1");
	}

	@Test
	void createsWithOneStatement() throws Exception {
		assertStatement(CREATE, 201, "INSERT INTO member (name, age, team_id) VALUES ('it\\'s', 30, 7) RETURNING id");
	}

	private void assertStatement(Request request, int status, String sql) throws Exception {
		CompletableFuture<Answer> answer;
		try (Connection connection = this.database.connect(); Statement statement = connection.createStatement()) {
			statement.execute("LOCK TABLES member WRITE");
			answer = this.client.send(request);
			assertThat(this.database.awaitLocked(1)).containsExactly(sql);
			assertWaitForDatabase(waiting());
		}
		assertThat(answer.join().status()).isEqualTo(status);
	}

	private List<String> waiting() throws IOException {
		return ThreadDump.inside(members()).stream().map(Runner::name).toList();
	}

	@Test
	void givesUpWaitingForAConnection() throws Exception {
		try (Connection connection = this.database.connect(); Statement statement = connection.createStatement()) {
			statement.execute("LOCK TABLES member WRITE");
			for (int held = 0; held < POOL_SIZE; held++) {
				this.client.send("/members/1");
			}
			this.database.awaitLocked(POOL_SIZE);
			assertUnavailable(this.client.get("/members/2"), "/members/2");
		}
		assertThat(this.client.get("/members/2").status()).isEqualTo(200);
	}

	static void assertUnavailable(Answer answer, String path) {
		assertThat(answer.status()).isEqualTo(503);
		assertThat(answer.headers()).containsEntry("content-type", "application/problem+json")
			.containsEntry("retry-after", "1");
		assertThat(answer.body())
			.isEqualTo("{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,"
					+ "\"detail\":\"the database is not available\",\"instance\":\"" + path + "\"}");
	}

	@Test
	void saysNothingOfItsOwnFaults() {
		this.database.execute("RENAME TABLE member TO elsewhere");
		try {
			Answer answer = this.client.get("/members/1");
			assertThat(answer.status()).isEqualTo(500);
			assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
			assertThat(answer.body()).isEqualTo("{\"type\":\"about:blank\",\"title\":\"Internal Server Error\","
					+ "\"status\":500,\"detail\":\"the service failed\",\"instance\":\"/members/1\"}");
		}
		finally {
			this.database.execute("DROP TABLE elsewhere");
		}
	}

	@Test
	void keepsAConnectionForMoreThanAHundredRequests() throws IOException {
		assertThat(RawConnection.countAnswers(this.port, "HEAD /simple HTTP/1.1\r\nHost: x\r\n\r\n", 150))
			.isEqualTo(150);
	}

	@Test
	void refusesWhatIsNotHttpWithoutABody() throws IOException {
		assertThat(RawConnection.ask(this.port, "GET /nope%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
			.startsWith("HTTP/1.1 400")
			.endsWith("\r\n\r\n");
	}

}
