import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

import com.sun.management.OperatingSystemMXBean;

/**
 * A Java agent that makes a JVM use a known share of CPU time more than it would: the injected difference that a
 * comparison has to find. <code>-javaagent:burner.jar=0.10</code> adds 10 %; 0 adds nothing.
 */
public final class Burner {

	private static final long PAUSE_MS = 2;

	/**
	 * What could not be burnt in time is forgotten beyond this: a warm-up with more threads than CPUs leaves the burner less than its share, and
	 * the plateau after it is not to pay for that.
	 */
	private static final long MOST_OWED_NS = 20_000_000;

	private Burner() {
	}

	public static void premain(String share, Instrumentation instrumentation) {
		double wanted = Double.parseDouble(share);
		if (wanted == 0) {
			return;
		}
		Thread thread = new Thread(() -> burn(wanted), "burner");
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * The share is of what all other threads have used, so that it holds for every request, whatever a request costs.
	 */
	private static void burn(double share) {
		OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		ThreadMXBean threads = ManagementFactory.getThreadMXBean();
		long forgottenNs = 0;
		while (true) {
			long ownNs = threads.getCurrentThreadCpuTime();
			long dueNs = (long) (share * (process.getProcessCpuTime() - ownNs)) - forgottenNs;
			forgottenNs += Math.max(0, dueNs - ownNs - MOST_OWED_NS);
			while (threads.getCurrentThreadCpuTime() < Math.min(dueNs, ownNs + MOST_OWED_NS)) {
				Thread.onSpinWait();
			}
			try {
				Thread.sleep(PAUSE_MS);
			}
			catch (InterruptedException ex) {
				return;
			}
		}
	}

}
