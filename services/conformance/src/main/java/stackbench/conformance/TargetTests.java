package stackbench.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.MeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.util.ClassUtils;

import stackbench.conformance.Catalogue.Answer;
import stackbench.conformance.Catalogue.Exchange;
import stackbench.conformance.Catalogue.Request;
import stackbench.conformance.ThreadDump.Runner;
import stackbench.contract.Limits;
import stackbench.contract.Slept;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Behaviour of every target, on a real MariaDB. The pool is small and its timeout short,
 * so that tests can exhaust it.
 */
public abstract class TargetTests {

	/**
	 * Tests of statements. A module whose repositories another one tests leaves them out.
	 */
	private static final String SQL = "sql";

	/**
	 * Tests of the server and of endpoints without SQL. A module that shares these with
	 * another one leaves them out.
	 */
	private static final String WITHOUT_SQL = "without-sql";

	/** One connection for each statement of <code>/aggregate</code>. */
	private static final int POOL_SIZE = 4;

	/** A busy machine needs seconds to open a connection. */
	private static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(5);

	private static final Request CREATE = create("it's");

	/** The statements with which the drivers begin a transaction. */
	private static final Set<String> BEGIN = Set.of("start transaction", "set autocommit=0");

	private static final String LOCK = "SELECT places_left FROM event WHERE id = 1 FOR UPDATE";

	private static final Request TAKE = new Request("POST", "/events/1/places", null, null);

	/** Less than the 50 s that a transaction waits for a row. */
	private static final Duration PATIENCE = Duration.ofSeconds(30);

	/** Dumps in a row that must show the same. */
	private static final int DUMPS = 3;

	private static final int ATTEMPTS = 5;

	/** Concurrent delayed requests: more than there are event loops. */
	private static final int DELAYED = 40;

	private final Database database = Database.instance();

	private final Downstream downstream = Downstream.instance();

	@Autowired
	private MeterRegistry meters;

	private Client client;

	@Value("${local.server.port}")
	private int port;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry properties) {
		properties.add("DB_PORT", Database.instance()::port);
		properties.add("DB_POOL_SIZE", () -> POOL_SIZE);
		properties.add("DB_ACQUIRE_TIMEOUT_MS", ACQUIRE_TIMEOUT::toMillis);
		properties.add("DOWNSTREAM_URL", Downstream.instance()::url);
		properties.add("MONGO_URI", DocumentStore::uri);
	}

	/**
	 * Asserts which thread runs the handlers without I/O.
	 * @param thread the name of the thread that sleeps in <code>/block</code>
	 * @param virtual whether it is a virtual thread
	 */
	protected abstract void assertRunsHandlers(String thread, boolean virtual);

	/**
	 * Asserts which thread sleeps in <code>/block-offloaded</code>: that of the handlers,
	 * unless handlers must not block.
	 * @param thread the name of the thread that sleeps
	 * @param virtual whether it is a virtual thread
	 */
	protected void assertRunsBlockingCalls(String thread, boolean virtual) {
		assertRunsHandlers(thread, virtual);
	}

	/**
	 * Asserts which threads wait for the database.
	 * @param threads those inside a method of the target while a statement runs
	 */
	protected abstract void assertWaitForDatabase(List<Runner> threads);

	/**
	 * The number of statements that one <code>/aggregate</code> runs concurrently.
	 * @return 1 or 4
	 */
	protected abstract int statementsAtOnce();

	/**
	 * A statement as the target sends it.
	 * @param sql the statement of the contract
	 * @return the same work in other words, if the target does not send this text
	 */
	protected String asSent(String sql) {
		return sql;
	}

	/**
	 * The transaction of <code>lock</code> up to its end.
	 * @return the statements of the contract; the first locks the event
	 */
	protected List<String> taking() {
		return List.of(LOCK, "UPDATE event SET places_left = 99 WHERE id = 1",
				"INSERT INTO place (event_id) VALUES (1)");
	}

	/**
	 * Whether the target always serves a second request while one waits for the database.
	 * @return false if the second may need the thread of the first
	 */
	protected boolean servesManyAtOnce() {
		return true;
	}

	/**
	 * The size of a body that nobody reads, sent at once with its request, after which
	 * the connection is kept.
	 * @return bytes, by default more than the 2 MB that Tomcat skips
	 */
	protected int unreadBodySize() {
		return 3_000_000;
	}

	@BeforeEach
	void reset() {
		this.database.reset();
		this.downstream.reset();
		DocumentStore.queries().reset(Duration.ZERO);
		this.client = new Client(this.port);
	}

	private static Request create(String name) {
		return new Request("POST", "/members", Map.of("content-type", "application/json"),
				"{\"name\":\"" + name + "\",\"age\":30,\"teamId\":7}");
	}

	@TestFactory
	Stream<DynamicTest> answersAsInTheCatalogue() {
		return Catalogue.read()
			.exchanges()
			.map((exchange) -> DynamicTest.dynamicTest(exchange.name(),
					() -> assertNamesLength(exchange.request(), check(exchange))));
	}

	@TestFactory
	@Tag(WITHOUT_SQL)
	Stream<DynamicTest> streamsAsInTheCatalogue() {
		return Catalogue.read()
			.streams()
			.map((exchange) -> DynamicTest.dynamicTest(exchange.name(), () -> check(exchange)));
	}

	/** The first event leaves when it is there, not with the last. */
	@Test
	@Tag(WITHOUT_SQL)
	void streamsEachEventAtOnce() throws IOException {
		String answer = RawConnection.askUntil(this.port, "GET /stream?events=60 HTTP/1.1\r\nHost: x\r\n\r\n", "data:");
		assertThat(answer.split("data:", -1)).hasSizeLessThan(60);
	}

	/**
	 * Each exchange has a connection of its own. Jetty closes one whose body nobody reads
	 * and has not arrived with the answer, without saying so, and the next request on it
	 * would fail.
	 */
	private Answer check(Exchange exchange) {
		try (Client own = new Client(this.port)) {
			Answer answer = own.send(exchange.request()).join();
			assertThat(Template.reduce(answer, exchange.response())).isEqualTo(exchange.response());
			return answer;
		}
	}

	/** An answer of unknown length leaves chunked, in two segments. */
	private static void assertNamesLength(Request request, Answer answer) {
		assertThat(answer.headers()).containsKey("content-length").doesNotContainKey("transfer-encoding");
		if (!request.method().equals("HEAD")) {
			assertThat(answer.headers()).containsEntry("content-length",
					String.valueOf(answer.body().getBytes(StandardCharsets.UTF_8).length));
		}
	}

	@Test
	@Tag(SQL)
	void storesTheMemberThatItReturns() {
		assertThat(this.client.send(CREATE).join().headers()).containsEntry("location", "/members/10001");
		assertThat(this.client.get("/members/10001").body())
			.isEqualTo("{\"id\":10001,\"name\":\"it's\",\"age\":30,\"teamId\":7}");
	}

	@Test
	@Tag(WITHOUT_SQL)
	void blocksTheHandlerThread() throws Exception {
		Runner sleeper = sleeper("/block?millis=2000");
		assertRunsHandlers(sleeper.name(), sleeper.virtual());
	}

	@Test
	@Tag(WITHOUT_SQL)
	void offloadsBlockingCalls() throws Exception {
		Runner sleeper = sleeper("/block-offloaded?millis=2000");
		assertRunsBlockingCalls(sleeper.name(), sleeper.virtual());
	}

	private Runner sleeper(String path) throws IOException {
		List<Runner> sleepers = List.of();
		// A busy machine may take no dump before the answer.
		for (int attempt = 0; attempt < ATTEMPTS && sleepers.isEmpty(); attempt++) {
			CompletableFuture<Answer> answer = this.client.send(path);
			while (sleepers.isEmpty() && !answer.isDone()) {
				sleepers = ThreadDump.inside(Slept.class.getName());
			}
			assertThat(answer.join().status()).isEqualTo(200);
		}
		assertThat(sleepers).hasSize(1);
		return sleepers.getFirst();
	}

	@Test
	@Tag(WITHOUT_SQL)
	void delaysConcurrentRequestsWithoutAThreadEach() throws Exception {
		// On a busy machine the first may be answered before the last is sent.
		assertThat(delaysWithoutAThreadEach(3000) || delaysWithoutAThreadEach(10_000)).isTrue();
	}

	/** Returns whether all requests waited at the same time, and none on a thread. */
	private boolean delaysWithoutAThreadEach(int millis) throws Exception {
		List<CompletableFuture<Answer>> answers = Stream.generate(() -> this.client.send("/delay?millis=" + millis))
			.limit(DELAYED)
			.toList();
		boolean seen = false;
		while (!seen && answers.stream().noneMatch(CompletableFuture::isDone)) {
			Thread.sleep(20);
			seen = requestsInFlight() == DELAYED && ThreadDump.insideTarget().isEmpty();
		}
		assertThat(answers)
			.allSatisfy((answer) -> assertThat(answer.join().body()).isEqualTo("{\"millis\":" + millis + "}"));
		return seen;
	}

	private int requestsInFlight() {
		return this.meters.find("http.server.requests.active")
			.longTaskTimers()
			.stream()
			.mapToInt(LongTaskTimer::activeTasks)
			.sum();
	}

	@Test
	@Tag(SQL)
	void readsWithOneStatement() throws Exception {
		assertStatement(new Request("GET", "/members/1", null, null), 200,
				"SELECT id, name, age, team_id FROM member WHERE id = 1");
	}

	@Test
	@Tag(SQL)
	void createsWithOneStatement() throws Exception {
		assertStatement(CREATE, 201, "INSERT INTO member (name, age, team_id) VALUES ('it\\'s', 30, 7) RETURNING id");
	}

	/**
	 * What waits for a lock stays where it is. A thread that only passes, such as an
	 * event loop that has just sent the statement, is gone in a later dump.
	 */
	private void assertStayWaitingForDatabase() {
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
			for (int dump = 0; dump < DUMPS; dump++) {
				assertWaitForDatabase(ThreadDump.insideTarget());
			}
		});
	}

	private void assertStatement(Request request, int status, String sql) throws Exception {
		CompletableFuture<Answer> answer;
		try (Connection connection = this.database.connect(); Statement statement = connection.createStatement()) {
			statement.execute("LOCK TABLES member WRITE");
			answer = this.client.send(request);
			assertThat(this.database.awaitLocked(1)).containsExactly(asSent(sql));
			assertStayWaitingForDatabase();
		}
		assertThat(answer.join().status()).isEqualTo(status);
	}

	@Test
	@Tag(SQL)
	void drawsSlowlyWithOneStatement() throws Exception {
		CompletableFuture<Answer> answer;
		try (Connection connection = this.database.connect(); Statement statement = connection.createStatement()) {
			statement.execute("LOCK TABLES slow_member WRITE");
			answer = this.client.send("/slow");
			assertThat(this.database.awaitLocked(1)).containsExactly("SELECT id, name, age, team_id FROM slow_member"
					+ " WHERE SLEEP(0.001) = 0 ORDER BY RAND() LIMIT 1");
			assertStayWaitingForDatabase();
		}
		assertThat(answer.join().status()).isEqualTo(200);
	}

	@Test
	@Tag(SQL)
	void drawsAnyOfTenRows() {
		Set<String> drawn = new HashSet<>();
		// The probability of missing a given row is 0.9^200, or 7e-10.
		for (int draw = 0; draw < 200; draw++) {
			drawn.add(this.client.get("/slow").body());
		}
		assertThat(drawn).hasSize(10);
	}

	@Test
	@Tag(SQL)
	void aggregatesWithTheExpectedConcurrency() throws Exception {
		assertAggregates("/aggregate/5", statementsAtOnce());
	}

	@Test
	@Tag(SQL)
	void aggregatesSequentially() throws Exception {
		assertAggregates("/aggregate-sequential/5", 1);
	}

	private void assertAggregates(String path, int atOnce) throws Exception {
		CompletableFuture<Answer> answer;
		try (Connection connection = this.database.connect(); Statement statement = connection.createStatement()) {
			statement.execute("LOCK TABLES member WRITE");
			answer = this.client.send(path);
			this.database.awaitLocked(atOnce);
			// Gives further statements time to arrive.
			Thread.sleep(300);
			assertThat(this.database.awaitLocked(atOnce)).containsExactlyInAnyOrderElementsOf(IntStream.range(0, atOnce)
				.mapToObj((place) -> asSent("SELECT id, name, age, team_id FROM member WHERE id = " + (5 + place)))
				.toList());
		}
		assertThat(answer.join().body())
			.isEqualTo("{\"members\":[{\"id\":5,\"name\":\"member-00005\",\"age\":23,\"teamId\":6},"
					+ "{\"id\":6,\"name\":\"member-00006\",\"age\":24,\"teamId\":7},"
					+ "{\"id\":7,\"name\":\"member-00007\",\"age\":25,\"teamId\":8},"
					+ "{\"id\":8,\"name\":\"member-00008\",\"age\":26,\"teamId\":9}]}");
	}

	@Test
	@Tag(SQL)
	void takesAPlaceInOneTransactionOnOneConnection() throws Exception {
		Map<Long, List<String>> log = this.database
			.log(() -> assertThat(this.client.send(TAKE).join().body()).isEqualTo("{\"event\":1,\"placesLeft\":99}"));
		List<List<String>> connections = log.values()
			.stream()
			.filter((statements) -> String.join(" ", statements).contains("event"))
			.toList();
		assertThat(connections).hasSize(1);
		List<String> statements = new ArrayList<>(connections.getFirst());
		// Statements before BEGIN set up a new connection.
		while (!statements.isEmpty() && !BEGIN.contains(statements.getFirst().toLowerCase(Locale.ROOT))) {
			statements.removeFirst();
		}
		assertThat(statements).isNotEmpty();
		statements.removeFirst();
		// Returning the connection resets this, possibly after the log has ended.
		statements.removeIf((statement) -> statement.equalsIgnoreCase("set autocommit=1"));
		assertThat(statements.removeLast()).isEqualTo("COMMIT");
		assertThat(statements).containsExactlyElementsOf(taking().stream().map(this::asSent).toList());
	}

	@Test
	@Tag(SQL)
	void waitsForTheLockOfAnEvent() throws Exception {
		CompletableFuture<Answer> answer;
		try (Connection connection = this.database.connect(); Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			statement.execute("UPDATE event SET places_left = 50 WHERE id = 1");
			answer = this.client.send(TAKE);
			assertThat(this.database.awaitLockedRow()).isEqualTo(asSent(LOCK));
			assertStayWaitingForDatabase();
			connection.commit();
		}
		assertThat(answer.join().body()).isEqualTo("{\"event\":1,\"placesLeft\":49}");
	}

	@Test
	@Tag(SQL)
	void neverOversells() throws Exception {
		this.database.execute("UPDATE event SET places_left = 25 WHERE id = 1");
		List<CompletableFuture<Answer>> answers = Stream.generate(() -> take().orTimeout(60, TimeUnit.SECONDS))
			.limit(40)
			.toList();
		Map<Integer, List<String>> bodies = answers.stream()
			.map(CompletableFuture::join)
			.collect(Collectors.groupingBy(Answer::status, Collectors.mapping(Answer::body, Collectors.toList())));
		assertThat(bodies).containsOnlyKeys(200, 409);
		assertThat(bodies.get(200)).containsExactlyInAnyOrderElementsOf(IntStream.range(0, 25)
			.mapToObj((placesLeft) -> "{\"event\":1,\"placesLeft\":" + placesLeft + "}")
			.toList());
		assertThat(bodies.get(409)).hasSize(15);
		assertThat(this.database.number("SELECT places_left FROM event WHERE id = 1")).isZero();
		assertThat(this.database.number("SELECT COUNT(*) FROM place WHERE event_id = 1")).isEqualTo(25);
	}

	/**
	 * Asks again if no connection was free in time, as on a busy machine 40 transactions
	 * may take longer.
	 */
	private CompletableFuture<Answer> take() {
		return this.client.send(TAKE)
			.thenCompose((answer) -> (answer.status() != 503) ? CompletableFuture.completedFuture(answer) : take());
	}

	@Test
	@Tag(SQL)
	void rollsBackIfItCannotStoreThePlace() throws Exception {
		this.database.execute("RENAME TABLE place TO elsewhere");
		try {
			assertThat(this.client.send(TAKE).join().status()).isEqualTo(500);
			assertThat(this.database.number("SELECT places_left FROM event WHERE id = 1")).isEqualTo(100);
		}
		finally {
			this.database.execute("DROP TABLE elsewhere");
		}
	}

	@Test
	@Tag(SQL)
	void timesOutWaitingForAConnection() throws Exception {
		try (Connection connection = this.database.connect(); Statement statement = connection.createStatement()) {
			statement.execute("LOCK TABLES member WRITE");
			int held = servesManyAtOnce() ? POOL_SIZE : 1;
			for (int sent = 0; sent < held; sent++) {
				this.client.send("/members/1");
			}
			assertThat(this.database.awaitLocked(held)).hasSize(held);
			if (servesManyAtOnce()) {
				long start = System.nanoTime();
				assertUnavailable(this.client.get("/members/2"), "/members/2");
				Duration waited = Duration.ofNanos(System.nanoTime() - start);
				// The configured timeout, not the default of 30 s.
				assertThat(waited).isBetween(ACQUIRE_TIMEOUT.minusMillis(500), Duration.ofSeconds(20));
			}
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
	@Tag(WITHOUT_SQL)
	void callsDownstreamOncePerNumberInTheAnswer() {
		for (String path : List.of("/remote", "/remote-sequential", "/remote-slow")) {
			this.downstream.reset();
			String body = this.client.get(path).body();
			assertThat(this.downstream.requests()).as(path).isEqualTo(body.split(",").length);
		}
	}

	/**
	 * The client of Spring MVC makes its calls in sequence, that of WebFlux concurrently.
	 */
	@Test
	@Tag(WITHOUT_SQL)
	void callsDownstreamWithTheConcurrencyOfItsClient() throws Exception {
		assertThat(this.downstream.mostInFlight(this.client, "/remote-sequential", 1)).isEqualTo(1);
		int atOnce = isSpringMvc() ? 1 : 2;
		assertThat(this.downstream.mostInFlight(this.client, "/remote", atOnce)).isEqualTo(atOnce);
	}

	private static boolean isSpringMvc() {
		return ClassUtils.isPresent("org.springframework.web.servlet.DispatcherServlet", null);
	}

	@Test
	@Tag(WITHOUT_SQL)
	void reportsDownstreamUnavailable() {
		for (int status : new int[] { 404, 500, 503 }) {
			this.downstream.fail(status);
			assertDownstreamUnavailable(this.client.get("/remote"), "/remote");
		}
	}

	@Test
	@Tag(WITHOUT_SQL)
	void reportsDownstreamUnavailableIfItsAnswerIsMalformed() {
		this.downstream.cutShort();
		assertDownstreamUnavailable(this.client.get("/remote"), "/remote");
	}

	static void assertDownstreamUnavailable(Answer answer, String path) {
		assertThat(answer.status()).isEqualTo(503);
		assertThat(answer.headers()).containsEntry("content-type", "application/problem+json")
			.containsEntry("retry-after", "1");
		assertThat(answer.body())
			.isEqualTo("{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,"
					+ "\"detail\":\"the downstream service is not available\",\"instance\":\"" + path + "\"}");
	}

	/** The driver of Spring MVC reads in sequence, that of WebFlux concurrently. */
	@Test
	@Tag(WITHOUT_SQL)
	void readsDocumentsWithTheConcurrencyOfItsDriver() {
		Duration others = Duration.ofMillis(100);
		assertThat(mostQueriesInFlight("/documents-sequential/1", others)).isEqualTo(1);
		if (isSpringMvc()) {
			assertThat(mostQueriesInFlight("/documents/1", others)).isEqualTo(1);
		}
		else {
			assertThat(mostQueriesInFlight("/documents/1", Duration.ofSeconds(8))).isGreaterThan(1);
		}
	}

	private int mostQueriesInFlight(String path, Duration maxWait) {
		DocumentStore.queries().reset(maxWait);
		assertThat(this.client.get(path).status()).isEqualTo(200);
		return DocumentStore.queries().mostInFlight();
	}

	@Test
	@Tag(WITHOUT_SQL)
	void namesTheRequestedIdIfDocumentsAreMissing() {
		for (String path : List.of("/documents/9996", "/documents-sequential/9996")) {
			Answer answer = this.client.get(path);
			assertThat(answer.status()).isEqualTo(404);
			assertThat(answer.body()).contains("\"detail\":\"there are no 6 documents from the id 9996 on\"");
		}
	}

	@Test
	@Tag(SQL)
	void hidesTheCauseOfItsOwnFaults() {
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
	@Tag(WITHOUT_SQL)
	void readsBodiesUpToTheLimit() {
		assertThat(this.client.send(createOfSize(Limits.MAX_BODY)).join().body())
			.contains("\"detail\":\"name must be a string of 1 to 100 characters\"");
		assertTooLarge(this.client.send(createOfSize(Limits.MAX_BODY + 1)).join().body());
	}

	@Test
	@Tag(WITHOUT_SQL)
	void readsChunkedBodiesUpToTheLimit() throws IOException {
		assertThat(RawConnection.ask(this.port, chunked(createOfSize(Limits.MAX_BODY))))
			.contains("\"detail\":\"name must be a string of 1 to 100 characters\"");
		String answer = RawConnection.ask(this.port, chunked(createOfSize(Limits.MAX_BODY + 1)));
		assertThat(answer).startsWith("HTTP/1.1 413");
		assertTooLarge(answer.substring(answer.indexOf('{')));
	}

	private static Request createOfSize(int bytes) {
		int others = create("").body().length();
		return create("n".repeat(bytes - others));
	}

	private static String chunked(Request request) {
		return request.method() + " " + request.path() + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
				+ "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
				+ Integer.toHexString(request.body().length()) + "\r\n" + request.body() + "\r\n0\r\n\r\n";
	}

	private static void assertTooLarge(String body) {
		assertThat(body).isEqualTo("{\"type\":\"about:blank\",\"title\":\"Content Too Large\",\"status\":413,"
				+ "\"detail\":\"the body must be at most 65536 bytes\",\"instance\":\"/members\"}");
	}

	@Test
	@Tag(WITHOUT_SQL)
	void keepsTheConnectionAfterAnUnreadBody() throws IOException {
		String body = "x".repeat(unreadBodySize());
		String answers = RawConnection.ask(this.port, "POST /nope HTTP/1.1\r\nHost: x\r\nContent-Length: "
				+ body.length() + "\r\n\r\n" + body + "GET /simple HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
		assertThat(answers).startsWith("HTTP/1.1 404").contains("HTTP/1.1 200").endsWith("{\"message\":\"ok\"}");
	}

	/** More than the 100 that Tomcat reads by default. */
	@Test
	@Tag(WITHOUT_SQL)
	void acceptsAsManyHeadersAsFit() throws IOException {
		assertThat(RawConnection.ask(this.port,
				"GET /simple HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + "X: y\r\n".repeat(500) + "\r\n"))
			.startsWith("HTTP/1.1 200");
	}

	/** More than the 1,000 that Tomcat reads by default. */
	@Test
	@Tag(WITHOUT_SQL)
	void acceptsAsManyParametersAsFit() {
		assertThat(this.client.get("/heavy?limit=10" + "&x".repeat(2000)).status()).isEqualTo(200);
	}

	@Test
	@Tag(WITHOUT_SQL)
	void acceptsBracketsInAQuery() {
		assertThat(this.client.get("/heavy?limit=10&x=[1]").status()).isEqualTo(200);
	}

	/** More than the 4 KB that Netty reads by default. */
	@Test
	@Tag(WITHOUT_SQL)
	void acceptsALongQuery() {
		assertThat(this.client.get("/simple?x=" + "x".repeat(6000)).status()).isEqualTo(200);
	}

	@Test
	@Tag(WITHOUT_SQL)
	void refusesAnIdWithAnEncodedBackslashLikeAnyOther() {
		Answer answer = this.client.get("/members/1%5C2");
		assertThat(answer.status()).isEqualTo(400);
		assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
		assertThat(answer.body()).contains("\"detail\":\"id must be one integer from 1 to 9223372036854775807\"")
			.endsWith("\"instance\":\"/members/1%5C2\"}");
	}

	@Test
	@Tag(WITHOUT_SQL)
	void keepsAConnectionForMoreThanAHundredRequests() throws IOException {
		assertThat(RawConnection.countAnswers(this.port, "HEAD /simple HTTP/1.1\r\nHost: x\r\n\r\n", 150))
			.isEqualTo(150);
	}

	@Test
	@Tag(WITHOUT_SQL)
	void refusesMalformedHttpWithoutABody() throws IOException {
		assertThat(RawConnection.ask(this.port, "GET /nope%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
			.startsWith("HTTP/1.1 400")
			.endsWith("\r\n\r\n");
	}

}
