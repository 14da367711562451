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
 * What threads do, virtual ones included (which Thread.getAllStackTraces leaves out).
 */
final class ThreadDump {

	private static final Pattern THREAD = Pattern.compile("(?m)^#\\d+ \"([^\"]*)\"( virtual)?");

	private ThreadDump() {
	}

	/**
	 * A thread.
	 *
	 * @param name its name
	 * @param virtual if it is a virtual thread
	 */
	record Runner(String name, boolean virtual) {
	}

	/**
	 * The threads that are in a method of a class now.
	 * @param type the class
	 * @return none, one or more
	 */
	static List<Runner> inside(String type) throws IOException {
		return blocks().filter((block) -> block.contains(type + "."))
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
