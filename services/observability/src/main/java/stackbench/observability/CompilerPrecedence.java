package stackbench.observability;

import java.util.HashSet;
import java.util.Map;
import java.util.Map.Entry;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Gives the JIT compilers and the management server precedence over the target's other
 * threads. A compiler that shares half a CPU with 200 request threads waits for seconds,
 * and the requests run in slow code meanwhile.
 * <p>
 * To raise a priority needs a privilege, so all others are lowered. Among themselves they
 * are as before. A new thread has the priority of its creator, so every scrape lowers
 * those that a thread with precedence has created: the timer of virtual threads, which
 * creates carriers. A priority counts only within the process's own cgroup.
 */
class CompilerPrecedence implements MeterBinder, ApplicationListener<ApplicationReadyEvent> {

	/**
	 * The lowest priority: 200 threads with its weight of 15 leave a quarter of the CPU
	 * to one compiler, whose weight is 1024. At 10, with 110, they would leave it 4 %.
	 */
	private static final int LOWEST = 19;

	/** Ends the walks if new threads keep coming; two or three find no more. */
	private static final int MAX_WALKS = 20;

	private final KernelThreads threads;

	private final boolean enabled;

	/** Ids of the threads with the lowest priority. */
	private final Set<String> lowered = new HashSet<>();

	/**
	 * Creates the precedence, without an effect yet.
	 * @param threads of this process
	 * @param enabled {@code false} for no effect
	 */
	CompilerPrecedence(KernelThreads threads, boolean enabled) {
		this.threads = threads;
		this.enabled = enabled;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		Gauge
			.builder("jvm.compiler.precedence", this,
					(precedence) -> precedence.establish(precedence.threads.namesOfScrape()))
			.description("Nice levels by which the JIT compilers precede request threads")
			.register(registry);
	}

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		establish();
	}

	/**
	 * Lowers all threads but those with precedence, also those that came since the last
	 * call.
	 */
	void establish() {
		establish(this.threads.names());
	}

	/**
	 * Does so, beginning with a list of threads.
	 * @return by how many nice levels the compilers precede all others; 0 if switched
	 * off, not possible, or without compilers
	 */
	private synchronized int establish(Map<String, String> listed) {
		if (!this.enabled) {
			return 0;
		}
		Map<String, String> names = listed;
		this.lowered.retainAll(names.keySet());
		for (int walks = 1; lower(names) && walks < MAX_WALKS; walks++) {
			// A thread that was not lowered yet may have created further ones.
			names = this.threads.names();
		}
		return levels(names);
	}

	private boolean lower(Map<String, String> names) {
		boolean any = false;
		for (String id : notYetLowered(names).toList()) {
			boolean isLowest = this.threads.nice(id).orElse(0) == LOWEST;
			boolean lowers = !isLowest && UrgentThread.setNice(Integer.parseInt(id), LOWEST);
			if (isLowest || lowers) {
				this.lowered.add(id);
			}
			any |= lowers;
		}
		return any;
	}

	private int levels(Map<String, String> names) {
		OptionalInt highestOfCompilers = nice(named(names, KernelThreads::isCompiler)).max();
		int lowestOfOthers = nice(notYetLowered(names)).min().orElse(LOWEST);
		return highestOfCompilers.isPresent() ? Math.max(0, lowestOfOthers - highestOfCompilers.getAsInt()) : 0;
	}

	private IntStream nice(Stream<String> ids) {
		return ids.map(this.threads::nice).flatMapToInt(OptionalInt::stream);
	}

	/**
	 * Returns the ids of threads that have no precedence. Does not include those with the
	 * name of the first: {@code main}, which idles or has ended, and threads that it has
	 * just created, which may be the management server's.
	 */
	private Stream<String> notYetLowered(Map<String, String> names) {
		String unnamed = this.threads.firstName().orElse("");
		return named(names,
				(name) -> !name.equals(unnamed) && !KernelThreads.isCompiler(name) && !KernelThreads.isManagement(name))
			.filter((id) -> !this.lowered.contains(id));
	}

	private static Stream<String> named(Map<String, String> names, Predicate<String> condition) {
		return names.entrySet().stream().filter((thread) -> condition.test(thread.getValue())).map(Entry::getKey);
	}

}
