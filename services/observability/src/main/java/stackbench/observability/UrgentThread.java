package stackbench.observability;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets a thread's priority in the kernel. Linux divides the CPU time of a cgroup evenly
 * among its runnable threads, so that 200 computing handlers leave 1/200 to a scrape. On
 * half a CPU a scrape took 0.4 to 3 s, and 0.1 s with a raised priority.
 * <p>
 * Java's thread priorities have no effect on Linux without -XX:ThreadPriorityPolicy,
 * which applies to all threads. Raising a priority requires root or CAP_SYS_NICE, which
 * containers do not have. There {@link ModestThreadFilter} produces the same weights by
 * lowering the priority of the other threads.
 */
final class UrgentThread {

	private static final Logger logger = LoggerFactory.getLogger(UrgentThread.class);

	/** About ten times the default weight. */
	private static final int URGENT = -10;

	/** About a tenth of the default weight. */
	private static final int MODEST = 10;

	private static final int PRIO_PROCESS = 0;

	/** On Linux, setpriority applies this to the calling thread, not to its process. */
	private static final int CALLER = 0;

	private UrgentThread() {
	}

	/**
	 * Creates a platform thread that precedes others, if permitted.
	 * @param task of the thread
	 * @return a daemon, not started
	 */
	static Thread of(Runnable task) {
		return Thread.ofPlatform().daemon().unstarted(() -> {
			makeCurrent();
			task.run();
		});
	}

	/** Raises the priority of the calling thread, if permitted. */
	static void makeCurrent() {
		if (isLinux() && setPriority(URGENT) != 0) {
			logger.info("Not permitted to raise the priority of {}", Thread.currentThread().getName());
		}
	}

	/**
	 * Lowers the priority of the calling thread. Needs no privilege, but undoing it does.
	 */
	static void makeCurrentModest() {
		if (isLinux() && setPriority(MODEST) != 0) {
			logger.warn("Could not lower the priority of {}: scrapes may be late under CPU load",
					Thread.currentThread().getName());
		}
	}

	/** Tests on a new thread whether {@link #makeCurrent} has an effect. */
	static boolean isPermitted() {
		AtomicBoolean permitted = new AtomicBoolean();
		Thread trial = Thread.ofPlatform().start(() -> permitted.set(isLinux() && setPriority(URGENT) == 0));
		try {
			trial.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return permitted.get();
	}

	private static boolean isLinux() {
		return System.getProperty("os.name").equals("Linux");
	}

	private static int setPriority(int nice) {
		try {
			Linker linker = Linker.nativeLinker();
			MethodHandle setpriority = linker.downcallHandle(linker.defaultLookup().findOrThrow("setpriority"),
					FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
							ValueLayout.JAVA_INT));
			return (int) setpriority.invokeExact(PRIO_PROCESS, CALLER, nice);
		}
		catch (Throwable ex) {
			// The JVM may forbid native calls, which must not fail the scrape.
			return -1;
		}
	}

}
