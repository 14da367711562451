package stackbench.observability;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the kernel to let a thread go before others of its process. Linux shares the CPU
 * time of a cgroup evenly among the threads that want it, and 200 handlers that compute
 * leave a scrape its 1/200: it took 0.4 to 3 s on half a CPU, and 0.1 s with this.
 * <p>
 * Java's own thread priorities do nothing on Linux unless the JVM is told to
 * (-XX:ThreadPriorityPolicy), and then for all of its threads. It is permitted to root
 * and with CAP_SYS_NICE, which containers do not have: there {@link ModestThreadFilter}
 * gives the same weights by making the others less urgent.
 */
final class UrgentThread {

	private static final Logger logger = LoggerFactory.getLogger(UrgentThread.class);

	/** Ten times the weight of a thread as it is. */
	private static final int URGENT = -10;

	/** A tenth of it. */
	private static final int MODEST = 10;

	private static final int PRIO_PROCESS = 0;

	/** For setpriority on Linux that is the calling thread, not its process. */
	private static final int CALLER = 0;

	private UrgentThread() {
	}

	/** Makes the calling thread urgent, if that is permitted. */
	static void makeCurrent() {
		if (isLinux() && setPriority(URGENT) != 0) {
			logger.info("Not permitted to give {} a higher priority", Thread.currentThread().getName());
		}
	}

	/** Makes the calling thread less urgent, which everybody may, and nobody undo. */
	static void makeCurrentModest() {
		if (isLinux() && setPriority(MODEST) != 0) {
			logger.warn("Could not give {} a lower priority: scrapes may be late under CPU load",
					Thread.currentThread().getName());
		}
	}

	/** Whether {@link #makeCurrent} has an effect, tried on a thread of its own. */
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
			// A JVM may forbid native calls; the scrape that is being answered goes on.
			return -1;
		}
	}

}
