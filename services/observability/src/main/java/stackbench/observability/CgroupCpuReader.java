package stackbench.observability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the CPU limit and the throttling counters of this process's cgroup, from cgroup
 * v1 or v2.
 * <p>
 * Nothing is cached: the limit may change and the process may move to another cgroup at
 * any time.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/cgroups.7.html">cgroups(7)</a>
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html">
 * proc_pid_mountinfo(5)</a>
 */
class CgroupCpuReader {

	private static final Pattern OCTAL_ESCAPE = Pattern.compile("\\\\([0-7]{3})");

	private final Path root;

	/**
	 * Creates a reader.
	 * @param root of the file system: {@code /}, or a fixture in a test
	 */
	CgroupCpuReader(Path root) {
		this.root = root;
	}

	/**
	 * Reads the CPU accounting of this process's current cgroup.
	 * @return the figures; empty if no cgroup with a CPU controller is visible or its
	 * files are malformed, because a scrape must not fail
	 */
	Optional<CgroupCpu> read() {
		try {
			Optional<Path> v1 = directory("cpu");
			if (v1.isPresent()) {
				return Optional.of(readV1(v1.get()));
			}
			Optional<Path> v2 = directory("");
			return v2.isPresent() ? Optional.of(readV2(v2.get())) : Optional.empty();
		}
		catch (IOException | RuntimeException ex) {
			return Optional.empty();
		}
	}

	private CgroupCpu readV1(Path directory) throws IOException {
		double quotaMicros = number(directory.resolve("cpu.cfs_quota_us"));
		double limit = (quotaMicros > 0) ? quotaMicros / number(directory.resolve("cpu.cfs_period_us")) : Double.NaN;
		Map<String, Long> stat = stat(directory);
		return new CgroupCpu(limit, stat.getOrDefault("nr_periods", 0L), stat.getOrDefault("nr_throttled", 0L),
				stat.getOrDefault("throttled_time", 0L) / 1e9);
	}

	private CgroupCpu readV2(Path directory) throws IOException {
		Map<String, Long> stat = stat(directory);
		return new CgroupCpu(limitV2(directory.resolve("cpu.max")), stat.getOrDefault("nr_periods", 0L),
				stat.getOrDefault("nr_throttled", 0L), stat.getOrDefault("throttled_usec", 0L) / 1e6);
	}

	/** The root cgroup and cgroups without the CPU controller have no cpu.max. */
	private double limitV2(Path file) throws IOException {
		if (!Files.exists(file)) {
			return Double.NaN;
		}
		String[] quotaAndPeriod = Files.readString(file).strip().split(" ");
		return quotaAndPeriod[0].equals("max") ? Double.NaN
				: Double.parseDouble(quotaAndPeriod[0]) / Double.parseDouble(quotaAndPeriod[1]);
	}

	private Map<String, Long> stat(Path directory) throws IOException {
		Map<String, Long> values = new HashMap<>();
		for (String line : Files.readAllLines(directory.resolve("cpu.stat"))) {
			String[] nameAndValue = line.split(" ");
			values.put(nameAndValue[0], Long.parseLong(nameAndValue[1]));
		}
		return values;
	}

	private double number(Path file) throws IOException {
		return Double.parseDouble(Files.readString(file).strip());
	}

	/**
	 * Finds the folder of this process's cgroup in the hierarchy of a controller.
	 * @param controller name of a v1 controller; the empty string for the v2 hierarchy
	 */
	private Optional<Path> directory(String controller) throws IOException {
		Optional<String> path = path(controller);
		if (path.isEmpty()) {
			return Optional.empty();
		}
		try (Stream<String> mounts = Files.lines(this.root.resolve("proc/self/mountinfo"))) {
			return mounts.map(Mount::parse)
				.filter((mount) -> mount.holds(controller))
				.flatMap((mount) -> mount.resolve(path.get()).stream())
				.map((directory) -> this.root.resolve(directory.substring(1)))
				.filter((directory) -> Files.exists(directory.resolve("cpu.stat")))
				.findFirst();
		}
	}

	/** Lines of /proc/self/cgroup are {@code id:controller,controller:path}. */
	private Optional<String> path(String controller) throws IOException {
		try (Stream<String> lines = Files.lines(this.root.resolve("proc/self/cgroup"))) {
			return lines.map((line) -> line.split(":", 3))
				.filter((fields) -> List.of(fields[1].split(",")).contains(controller))
				.map((fields) -> fields[2])
				.findFirst();
		}
	}

	/**
	 * The CPU accounting of a cgroup.
	 *
	 * @param limitCores permitted CPU time per wall-clock time; NaN without a limit
	 * @param periods enforcement periods so far
	 * @param throttledPeriods enforcement periods with throttling
	 * @param throttledSeconds throttled time, summed over the CPUs
	 */
	record CgroupCpu(double limitCores, long periods, long throttledPeriods, double throttledSeconds) {

	}

	/**
	 * A line of mountinfo.
	 *
	 * @param root the folder of the file system that is mounted
	 * @param point the mount point
	 * @param type {@code cgroup} for v1, {@code cgroup2} for v2
	 * @param options of the file system; for v1 they include the controllers
	 */
	private record Mount(String root, String point, String type, List<String> options) {

		static Mount parse(String line) {
			String[] halves = line.split(" - ", 2);
			String[] mount = halves[0].split(" ");
			String[] fileSystem = halves[1].split(" ");
			return new Mount(unescape(mount[3]), unescape(mount[4]), fileSystem[0],
					Arrays.asList(fileSystem[2].split(",")));
		}

		boolean holds(String controller) {
			return controller.isEmpty() ? this.type.equals("cgroup2")
					: this.type.equals("cgroup") && this.options.contains(controller);
		}

		/** Returns empty if the mount does not contain the path. */
		Optional<String> resolve(String path) {
			if (this.root.equals("/")) {
				return path.startsWith("/..") ? Optional.empty() : Optional.of(this.point + path);
			}
			return (path + "/").startsWith(this.root + "/")
					? Optional.of(this.point + path.substring(this.root.length())) : Optional.empty();
		}

		private static String unescape(String text) {
			return OCTAL_ESCAPE.matcher(text)
				.replaceAll((escape) -> Matcher
					.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 8))));
		}

	}

}
