package stackbench.observability;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the kernel to let a thread go before others of its process. Linux shares the CPU
 * time of a cgroup evenly among the threads that want it, and 200 handlers that compute
 * leave a scrape its 1/200: it took 0.4 to 3 s on half a CPU, and 0.1 s with this.
 * <p>
 * Java's own thread priorities do nothing on Linux unless the JVM is told to
 * (-XX:ThreadPriorityPolicy), and then for all of its threads. It is an improvement where
 * permitted (root, or CAP_SYS_NICE), not a condition.
 */
final class UrgentThread {

	private static final Logger logger = LoggerFactory.getLogger(UrgentThread.class);

	/** Ten times the weight of a thread as it is. */
	private static final int NICE = -10;

	private static final int PRIO_PROCESS = 0;

	/** For setpriority on Linux that is the calling thread, not its process. */
	private static final int CALLER = 0;

	private UrgentThread() {
	}

	/** Makes the calling thread urgent, if that is permitted. */
	static void makeCurrent() {
		if (System.getProperty("os.name").equals("Linux") && setPriority() != 0) {
			logger.info("Not permitted to give {} a higher priority: scrapes may be late under CPU load",
					Thread.currentThread().getName());
		}
	}

	private static int setPriority() {
		try {
			Linker linker = Linker.nativeLinker();
			MethodHandle setpriority = linker.downcallHandle(linker.defaultLookup().findOrThrow("setpriority"),
					FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
							ValueLayout.JAVA_INT));
			return (int) setpriority.invokeExact(PRIO_PROCESS, CALLER, NICE);
		}
		catch (Throwable ex) {
			// A JVM may forbid native calls; the scrape that is being answered goes on.
			return -1;
		}
	}

}
