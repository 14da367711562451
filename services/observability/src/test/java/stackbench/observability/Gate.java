package stackbench.observability;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Holds the handlers of a test application until the test releases them, and counts those
 * that have arrived.
 */
class Gate {

	/**
	 * Longer than any test. Ends the threads of a test that fails before it opens the
	 * gate.
	 */
	private static final long LIMIT_SECONDS = 60;

	private final AtomicInteger arrived = new AtomicInteger();

	private final CountDownLatch open = new CountDownLatch(1);

	/** Waits without using CPU. */
	String waitAsleep() {
		this.arrived.incrementAndGet();
		try {
			this.open.await(LIMIT_SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return "slept";
	}

	/** Waits while it keeps the CPU busy. */
	String waitComputing() {
		this.arrived.incrementAndGet();
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
		while (this.open.getCount() > 0 && System.nanoTime() < end) {
			Thread.onSpinWait();
		}
		return "computed";
	}

	int arrived() {
		return this.arrived.get();
	}

	void open() {
		this.open.countDown();
	}

}
