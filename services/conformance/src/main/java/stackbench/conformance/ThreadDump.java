package stackbench.conformance;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;

/**
 * The stacks of all threads, including virtual ones, which Thread.getAllStackTraces
 * omits.
 */
public final class ThreadDump {

	private static final Pattern THREAD = Pattern.compile("(?m)^#\\d+ \"([^\"]*)\"( virtual)?");

	/** The project's own methods, except those of the tests and of observability. */
	private static final Pattern TARGET = Pattern.compile("\\bstackbench\\.(?!conformance\\.|observability\\.)");

	private ThreadDump() {
	}

	/**
	 * A thread.
	 *
	 * @param name its name
	 * @param virtual whether it is a virtual thread
	 */
	public record Runner(String name, boolean virtual) {
	}

	/**
	 * The threads that are in a method of a class now.
	 * @param type the class
	 * @return the threads
	 */
	static List<Runner> inside(String type) throws IOException {
		return inside(Pattern.compile(Pattern.quote(type + ".")));
	}

	/**
	 * The threads that are in a method of the target now.
	 * @return the threads
	 */
	static List<Runner> insideTarget() throws IOException {
		return inside(TARGET);
	}

	/**
	 * All threads.
	 * @return the threads
	 */
	static List<Runner> all() throws IOException {
		return inside(THREAD);
	}

	private static List<Runner> inside(Pattern method) throws IOException {
		return blocks().filter((block) -> method.matcher(block).find())
			.map(THREAD::matcher)
			.filter(Matcher::find)
			.map((thread) -> new Runner(thread.group(1), thread.group(2) != null))
			.toList();
	}

	private static Stream<String> blocks() throws IOException {
		Path folder = Files.createTempDirectory("threads");
		Path dump = folder.resolve("dump.txt");
		try {
			ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
				.dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
			return Stream.of(Files.readString(dump).split("\n\n"));
		}
		finally {
			Files.deleteIfExists(dump);
			Files.delete(folder);
		}
	}

}
