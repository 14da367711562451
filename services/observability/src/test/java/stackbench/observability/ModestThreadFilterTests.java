package stackbench.observability;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads thread priorities (nice values) from the kernel.
 */
@EnabledOnOs(OS.LINUX)
class ModestThreadFilterTests {

	/** Not 0 if the tests themselves run under nice. */
	private final int before = nice();

	@Test
	void lowersThePriorityOfAPlatformThreadFromItsFirstRequest() throws Exception {
		List<Integer> niceWhileServing = new ArrayList<>();
		ModestThreadFilter filter = new ModestThreadFilter();
		Thread worker = Thread.ofPlatform().start(() -> {
			serve(filter, niceWhileServing);
			serve(filter, niceWhileServing);
		});
		worker.join();
		int modest = Math.max(10, this.before);
		assertThat(niceWhileServing).containsExactly(modest, modest);
		assertThat(nice()).isEqualTo(this.before);
	}

	@Test
	void leavesTheCarrierOfAVirtualThreadUnchanged() throws Exception {
		List<Integer> niceWhileServing = new ArrayList<>();
		Thread.ofVirtual().start(() -> serve(new ModestThreadFilter(), niceWhileServing)).join();
		assertThat(niceWhileServing).containsExactly(this.before);
	}

	private static void serve(ModestThreadFilter filter, List<Integer> niceWhileServing) {
		try {
			filter.doFilter(null, null, (request, response) -> niceWhileServing.add(nice()));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Field 19 in proc(5), counted from the end of the command, which is in parentheses.
	 */
	private static int nice() {
		try {
			String stat = Files.readString(Path.of("/proc/thread-self/stat"));
			return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
