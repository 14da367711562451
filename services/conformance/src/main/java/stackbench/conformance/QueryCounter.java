package stackbench.conformance;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;

/**
 * Keeps documents in memory and counts concurrent queries.
 */
final class QueryCounter extends MemoryBackend {

	private static final long PAUSE_NANOS = 1_000_000;

	private final AtomicInteger inFlight = new AtomicInteger();

	private final AtomicInteger mostInFlight = new AtomicInteger();

	private volatile Duration maxWait = Duration.ZERO;

	/**
	 * Restarts the count.
	 * @param maxWait how long a query is held back to wait for another one
	 */
	void reset(Duration maxWait) {
		this.mostInFlight.set(0);
		this.maxWait = maxWait;
	}

	/**
	 * The highest number of concurrent queries since the last reset. Each thread of the
	 * server handles several connections one after the other, so the true number may be
	 * higher.
	 * @return the maximum
	 */
	int mostInFlight() {
		return this.mostInFlight.get();
	}

	@Override
	public Document handleMessage(MongoMessage message) {
		if (!message.getDocument().containsKey("find")) {
			return super.handleMessage(message);
		}
		this.mostInFlight.accumulateAndGet(this.inFlight.incrementAndGet(), Math::max);
		try {
			awaitAnother();
			return super.handleMessage(message);
		}
		finally {
			this.inFlight.decrementAndGet();
		}
	}

	private void awaitAnother() {
		long end = System.nanoTime() + this.maxWait.toNanos();
		while (this.mostInFlight.get() < 2 && System.nanoTime() < end) {
			LockSupport.parkNanos(PAUSE_NANOS);
		}
	}

}
