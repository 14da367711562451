package stackbench.observability;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import stackbench.observability.KernelThreads.CpuTime;

/**
 * Adds up the time of the JIT compilers' threads as they work.
 * <p>
 * The JVM starts and ends such threads as needed. What an ended one had used stays in the
 * total, so that it never falls.
 */
class CompilerTimeReader {

	private final KernelThreads threads;

	/** The compilers' threads by id, with their time when it was last read. */
	private final Map<String, CpuTime> compilers = new HashMap<>();

	private CpuTime ended = CpuTime.NONE;

	CompilerTimeReader(KernelThreads threads) {
		this.threads = threads;
	}

	/** Returns whether the kernel tells the time of single threads. */
	boolean isAvailable() {
		// A kernel that does not count has zeros, but this process has run.
		return this.threads.names()
			.keySet()
			.stream()
			.flatMap((id) -> this.threads.cpuTime(id).stream())
			.anyMatch((time) -> time.runNs() > 0);
	}

	/**
	 * Reads the time of all compilers' threads since the start of the JVM, including
	 * those that have ended.
	 * @return the total, not less than that of the last call; without the last time of
	 * threads that ended since then
	 */
	synchronized CpuTime read() {
		Map<String, String> names = this.threads.namesOfScrape();
		List.copyOf(this.compilers.keySet()).stream().filter((id) -> hasEnded(id, names)).forEach(this::end);
		names.forEach((id, name) -> {
			if (KernelThreads.isCompiler(name)) {
				this.threads.cpuTime(id).ifPresent((time) -> update(id, time));
			}
		});
		return this.compilers.values().stream().reduce(this.ended, CpuTime::plus);
	}

	/** Its id may have become another thread's. */
	private boolean hasEnded(String id, Map<String, String> names) {
		return names.containsKey(id) ? !KernelThreads.isCompiler(names.get(id))
				: !names.isEmpty() && this.threads.cpuTime(id).isEmpty();
	}

	private void update(String id, CpuTime time) {
		CpuTime before = this.compilers.getOrDefault(id, CpuTime.NONE);
		if (time.runNs() < before.runNs() || time.waitNs() < before.waitNs()) {
			// Another thread has got the id.
			end(id);
		}
		this.compilers.put(id, time);
	}

	private void end(String id) {
		CpuTime last = this.compilers.remove(id);
		if (last != null) {
			this.ended = this.ended.plus(last);
		}
	}

}
