package stackbench.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Answers as <code>services/downstream</code> does, and says what was asked of it. Not
 * that service itself: it would bring Netty's server into the class path of Tomcat's
 * tests. Runs until the JVM ends.
 */
final class Neighbour {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Neighbour INSTANCE = new Neighbour();

	private final ScheduledExecutorService timer = new ScheduledThreadPoolExecutor(1,
			Thread.ofPlatform().daemon().name("neighbour-timer").factory());

	private final HttpServer server;

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicInteger inFlight = new AtomicInteger();

	private final AtomicInteger mostInFlight = new AtomicInteger();

	private volatile CountDownLatch gate = new CountDownLatch(0);

	private volatile int status = 200;

	private volatile boolean cutShort;

	private Neighbour() {
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
	 * Starts it at the first call.
	 * @return the one of this JVM
	 */
	static Neighbour instance() {
		return INSTANCE;
	}

	String url() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	/** Forgets what was asked, and answers as the service does. */
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

	/**
	 * How many were asked at a time since the last reset.
	 * @return the most
	 */
	int mostInFlight() {
		return this.mostInFlight.get();
	}

	/** Answers nobody until {@link #release()}. */
	void hold() {
		this.gate = new CountDownLatch(1);
	}

	void release() {
		this.gate.countDown();
	}

	/**
	 * Answers with an error from now on.
	 * @param status of HTTP
	 */
	void fail(int status) {
		this.status = status;
	}

	/** Answers with half of the JSON from now on, and says that it is all. */
	void cutShort() {
		this.cutShort = true;
	}

	/**
	 * Waits until requests are here and not answered.
	 * @param count how many
	 */
	void awaitInFlight(int count) throws InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (this.inFlight.get() != count) {
			if (System.nanoTime() > end) {
				throw new IllegalStateException(this.inFlight.get() + " in flight, not " + count);
			}
			Thread.sleep(5);
		}
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
