package stackbench.observability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

import io.micrometer.core.instrument.Clock;

/**
 * The threads of this process, by the kernel's ids. Threads end at any time, so whatever
 * is read of one may be missing.
 * <p>
 * The names of older threads are remembered, because reading those of 250 threads would
 * take most of a scrape's time.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_task.5.html">
 * proc_pid_task(5)</a>
 */
class KernelThreads {

	/**
	 * HotSpot's names of its JIT compilers' threads, of which the kernel keeps 15
	 * characters: {@code C2 CompilerThread0}, {@code JVMCI-native CompilerThread0}, …
	 */
	private static final Pattern COMPILER = Pattern.compile("C[12] CompilerThre|JVMCI CompilerT|JVMCI-native Co");

	/**
	 * With which the names of all threads of the management server begin, whatever the
	 * server.
	 */
	static final String MANAGEMENT = "management";

	/** Follows the name, which is in parentheses and may contain any character. */
	private static final int NICE_FIELD_AFTER_NAME = 16;

	/**
	 * How long a thread's name is read anew. Until a thread first gets a CPU, it has the
	 * name of its creator.
	 */
	private static final long NAMING_NANOS = Duration.ofSeconds(10).toNanos();

	private final Path process;

	private final Path threads;

	private final Clock clock;

	private final OncePerScrape<Map<String, String>> ofScrape;

	private final Map<String, Known> known = new HashMap<>();

	/**
	 * Creates a reader.
	 * @param root of the file system: {@code /}, or a fixture in a test
	 * @param clock tells how long a thread has been known
	 */
	KernelThreads(Path root, Clock clock) {
		this.process = root.resolve("proc/self");
		this.threads = this.process.resolve("task");
		this.clock = clock;
		this.ofScrape = new OncePerScrape<>(this::names, clock);
	}

	static boolean isCompiler(String name) {
		return COMPILER.matcher(name).matches();
	}

	static boolean isManagement(String name) {
		return name.startsWith(MANAGEMENT);
	}

	/**
	 * Lists the threads. The list may be incomplete while threads end.
	 * @return their names, of at most 15 characters, by id; none if the system does not
	 * list them
	 */
	synchronized Map<String, String> names() {
		// Files.list would also ask for the attributes of every thread.
		String[] ids = this.threads.toFile().list();
		if (ids == null) {
			return Map.of();
		}
		this.known.keySet().retainAll(new HashSet<>(Arrays.asList(ids)));
		long now = this.clock.monotonicTime();
		Map<String, String> names = new HashMap<>();
		for (String id : ids) {
			name(id, now).ifPresent((name) -> names.put(id, name));
		}
		return names;
	}

	/** Lists the threads once for everything that a scrape reads, see {@link #names}. */
	Map<String, String> namesOfScrape() {
		return this.ofScrape.get();
	}

	private Optional<String> name(String id, long now) {
		Known before = this.known.get(id);
		if (before != null && now - before.sinceNanos() >= NAMING_NANOS) {
			return Optional.of(before.name());
		}
		Optional<String> name = read(this.threads.resolve(id).resolve("comm"));
		name.ifPresent((text) -> this.known.put(id, new Known(text, (before != null) ? before.sinceNanos() : now)));
		return name;
	}

	/**
	 * Returns the name of the process's first thread, which is that of {@code main} and
	 * of threads that it has just created.
	 */
	Optional<String> firstName() {
		return read(this.process.resolve("comm"));
	}

	/** Returns a thread's nice value, from -20 (precedes others) to 19. */
	OptionalInt nice(String id) {
		Optional<String> stat = read(this.threads.resolve(id).resolve("stat"));
		return stat.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer
			.parseInt(stat.get().substring(stat.get().lastIndexOf(')') + 2).split(" ")[NICE_FIELD_AFTER_NAME]));
	}

	/** Returns a thread's time on and before a CPU. */
	Optional<CpuTime> cpuTime(String id) {
		return read(this.threads.resolve(id).resolve("schedstat")).map(CpuTime::parse);
	}

	private static Optional<String> read(Path file) {
		try {
			return Optional.of(Files.readString(file).strip()).filter((text) -> !text.isEmpty());
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

	/**
	 * A thread that has been listed.
	 *
	 * @param name as last read
	 * @param sinceNanos when it was first listed
	 */
	private record Known(String name, long sinceNanos) {

	}

	/**
	 * What a thread has had of the CPUs since its start.
	 *
	 * @param runNs time on a CPU, in nanoseconds
	 * @param waitNs time it was ready to run but without a CPU, in nanoseconds; the stops
	 * of a CPU quota are part of it
	 */
	record CpuTime(long runNs, long waitNs) {

		static final CpuTime NONE = new CpuTime(0, 0);

		private static CpuTime parse(String schedstat) {
			String[] figures = schedstat.split(" ");
			return new CpuTime(Long.parseLong(figures[0]), Long.parseLong(figures[1]));
		}

		CpuTime plus(CpuTime other) {
			return new CpuTime(this.runNs + other.runNs, this.waitNs + other.waitNs);
		}

	}

}
