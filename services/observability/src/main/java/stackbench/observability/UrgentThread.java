package stackbench.observability;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets a thread's priority in the kernel. Linux divides the CPU time of a cgroup evenly
 * among its runnable threads, so that 200 computing handlers leave 1/200 to a scrape. On
 * half a CPU a scrape took 0.4 to 3 s, and 0.1 s with a raised priority.
 * <p>
 * Java's thread priorities have no effect on Linux without -XX:ThreadPriorityPolicy,
 * which applies to all threads. Raising a priority requires root or CAP_SYS_NICE, which
 * containers do not have. There {@link CompilerPrecedence} lowers the priority of the
 * other threads.
 */
final class UrgentThread {

	private static final Logger logger = LoggerFactory.getLogger(UrgentThread.class);

	/** About ten times the default weight. */
	private static final int URGENT = -10;

	private static final int PRIO_PROCESS = 0;

	/** On Linux, setpriority applies this to the calling thread, not to its process. */
	private static final int CALLER = 0;

	private UrgentThread() {
	}

	/**
	 * Creates a platform thread of the management server that precedes others, if
	 * permitted.
	 * @param task of the thread
	 * @return a daemon, not started
	 */
	static Thread of(Runnable task) {
		return Thread.ofPlatform().daemon().name(KernelThreads.MANAGEMENT).unstarted(() -> {
			makeCurrent();
			task.run();
		});
	}

	/** Raises the priority of the calling thread, if permitted. */
	static void makeCurrent() {
		if (!setNice(CALLER, URGENT)) {
			logger.info("Not permitted to raise the priority of {}", Thread.currentThread().getName());
		}
	}

	/**
	 * Sets the priority of a thread of this process. To lower one needs no privilege, but
	 * undoing it does.
	 * @param id of the kernel
	 * @param nice from -20 (precedes others) to 19
	 * @return whether it is set; never on other systems than Linux, where the call
	 * applies to processes
	 */
	static boolean setNice(int id, int nice) {
		if (!System.getProperty("os.name").equals("Linux")) {
			return false;
		}
		try {
			return (int) Native.SETPRIORITY.invokeExact(PRIO_PROCESS, id, nice) == 0;
		}
		catch (Throwable ex) {
			// The JVM may forbid native calls, which must not fail the scrape.
			return false;
		}
	}

	/** Linked once, at the first call. */
	private static final class Native {

		private static final MethodHandle SETPRIORITY = Linker.nativeLinker()
			.downcallHandle(Linker.nativeLinker().defaultLookup().findOrThrow("setpriority"), FunctionDescriptor
				.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

	}

}
