package stackbench.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import stackbench.conformance.Catalogue.Answer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Answers like <code>services/downstream</code> and records the requests. The service
 * itself would put Netty's server on the class path of the Tomcat tests. Runs until the
 * JVM ends.
 */
final class Downstream {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final Downstream INSTANCE = new Downstream();

	private final ScheduledExecutorService timer = new ScheduledThreadPoolExecutor(1,
			Thread.ofPlatform().daemon().name("downstream-timer").factory());

	private final HttpServer server;

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicInteger inFlight = new AtomicInteger();

	private final AtomicInteger mostInFlight = new AtomicInteger();

	private volatile CountDownLatch gate = new CountDownLatch(0);

	private volatile int status = 200;

	private volatile boolean cutShort;

	private Downstream() {
		// By default the JDK's server closes a connection that was idle for 30 s. No
		// target sends a request again that comes at that moment.
		System.setProperty("sun.net.httpserver.idleInterval", "3600");
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.createContext("/delay", this::serve);
		this.server.start();
	}

	/**
	 * Starts the service on the first call.
	 * @return the service of this JVM
	 */
	static Downstream instance() {
		return INSTANCE;
	}

	String url() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	/** Clears the counters and restores normal answers. */
	void reset() {
		release();
		this.status = 200;
		this.cutShort = false;
		this.requests.set(0);
		this.mostInFlight.set(0);
	}

	int requests() {
		return this.requests.get();
	}

	/** Holds all answers back until {@link #release()}. */
	void hold() {
		this.gate = new CountDownLatch(1);
	}

	void release() {
		this.gate.countDown();
	}

	/**
	 * Answers all further requests with an error.
	 * @param status of HTTP
	 */
	void fail(int status) {
		this.status = status;
	}

	/** Answers all further requests with truncated JSON of a matching content length. */
	void cutShort() {
		this.cutShort = true;
	}

	/**
	 * Waits until a number of requests is in flight.
	 * @param count of requests that have arrived and are not answered
	 */
	void awaitInFlight(int count) throws InterruptedException {
		long end = System.nanoTime() + TIMEOUT.toNanos();
		while (this.inFlight.get() != count) {
			if (System.nanoTime() > end) {
				throw new IllegalStateException(this.inFlight.get() + " in flight, not " + count);
			}
			Thread.sleep(5);
		}
	}

	/**
	 * Sends a request that makes two calls, and holds their answers back until so many
	 * have arrived.
	 * @param client of the target
	 * @param path of the request
	 * @param held number of calls that are expected at once
	 * @return the highest number of concurrent calls
	 */
	int mostInFlight(Client client, String path, int held) throws InterruptedException {
		reset();
		hold();
		CompletableFuture<Answer> answer = client.send(path);
		awaitInFlight(held);
		release();
		assertThat(answer.join().body()).isEqualTo("{\"millis\":[10,10]}");
		return this.mostInFlight.get();
	}

	private void serve(HttpExchange exchange) {
		this.requests.incrementAndGet();
		this.mostInFlight.accumulateAndGet(this.inFlight.incrementAndGet(), Math::max);
		String millis = exchange.getRequestURI().getQuery().split("=")[1];
		answerLater(exchange, millis, Long.parseLong(millis));
	}

	private void answerLater(HttpExchange exchange, String millis, long delayMs) {
		this.timer.schedule(() -> {
			if (this.gate.getCount() > 0) {
				answerLater(exchange, millis, 5);
			}
			else {
				answer(exchange, "{\"millis\":" + (this.cutShort ? "" : millis + "}"));
			}
		}, delayMs, TimeUnit.MILLISECONDS);
	}

	private void answer(HttpExchange exchange, String json) {
		byte[] body = json.getBytes(StandardCharsets.US_ASCII);
		exchange.getResponseHeaders().set("content-type", "application/json");
		this.inFlight.decrementAndGet();
		try (exchange) {
			exchange.sendResponseHeaders(this.status, body.length);
			exchange.getResponseBody().write(body);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
