package stackbench.observability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.micrometer.core.instrument.MockClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.util.FileSystemUtils;

import stackbench.observability.KernelThreads.CpuTime;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compilers' threads of a JVM in a made-up /proc, as they come and go.
 */
class CompilerTimeReaderTests {

	@TempDir
	private Path root;

	private final MockClock clock = new MockClock();

	private CompilerTimeReader reader;

	@Test
	void addsUpTheCompilersOfEveryJvm() throws IOException {
		thread(1, "java", "1 1 1");
		thread(2, "C1 CompilerThre", "1000 10 5");
		thread(3, "C2 CompilerThre", "2000 20 5");
		thread(4, "JVMCI CompilerT", "4000 40 5");
		thread(5, "JVMCI-native Co", "8000 80 5");
		thread(6, "C2 Comparison", "1 1 1");
		assertTotal(15000, 150);
		thread(3, "C2 CompilerThre", "2500 25 6");
		assertTotal(15500, 155);
	}

	@Test
	void keepsTheTimeOfEndedThreads() throws IOException {
		thread(1, "java", "1 1 1");
		thread(3, "C2 CompilerThre", "2000 20 5");
		assertTotal(2000, 20);
		end(3);
		assertTotal(2000, 20);
		thread(4, "C2 CompilerThre", "300 3 1");
		assertTotal(2300, 23);
	}

	@Test
	void addsANewThreadWithTheIdOfAnEndedOne() throws IOException {
		thread(3, "C2 CompilerThre", "2000 20 5");
		assertTotal(2000, 20);
		thread(3, "C2 CompilerThre", "300 3 1");
		assertTotal(2300, 23);
		thread(3, "http-nio-8081-e", "900 9 1");
		assertTotal(2300, 23);
		thread(3, "C1 CompilerThre", "100 1 1");
		assertTotal(2400, 24);
	}

	@Test
	void readsTheNameOfANewThreadAgain() throws IOException {
		thread(3, "java", "5 5 1");
		assertTotal(0, 0);
		assertTotal(0, 0);
		thread(3, "C2 CompilerThre", "2000 20 5");
		assertTotal(2000, 20);
	}

	@Test
	void readsTheNameOfAnOldThreadNoMore() throws IOException {
		thread(3, "http-nio-8081-e", "5 5 1");
		assertTotal(0, 0);
		this.clock.add(Duration.ofMinutes(1));
		thread(3, "C2 CompilerThre", "2000 20 5");
		assertTotal(0, 0);
		end(3);
		assertTotal(0, 0);
		thread(3, "C2 CompilerThre", "2000 20 5");
		assertTotal(2000, 20);
	}

	@Test
	void staysWhereItWasWhileNothingCanBeRead() throws IOException {
		thread(3, "C2 CompilerThre", "2000 20 5");
		assertTotal(2000, 20);
		FileSystemUtils.deleteRecursively(this.root.resolve("proc"));
		assertTotal(2000, 20);
		thread(3, "C2 CompilerThre", "2100 21 5");
		assertTotal(2100, 21);
		Files.delete(this.root.resolve("proc/self/task/3/schedstat"));
		assertTotal(2100, 21);
	}

	@Test
	void isNotAvailableWithoutTimes() throws IOException {
		assertThat(reader().isAvailable()).isFalse();
		thread(3, "C2 CompilerThre", "0 0 0");
		assertThat(reader().isAvailable()).isFalse();
		Files.delete(this.root.resolve("proc/self/task/3/schedstat"));
		assertThat(reader().isAvailable()).isFalse();
		thread(3, "C2 CompilerThre", "2000 20 5");
		assertThat(reader().isAvailable()).isTrue();
	}

	private void assertTotal(long runNs, long waitNs) {
		this.clock.add(Duration.ofSeconds(1));
		assertThat(reader().read()).isEqualTo(new CpuTime(runNs, waitNs));
	}

	private CompilerTimeReader reader() {
		if (this.reader == null) {
			this.reader = new CompilerTimeReader(new KernelThreads(this.root, this.clock));
		}
		return this.reader;
	}

	private void thread(int id, String name, String schedstat) throws IOException {
		Path folder = Files.createDirectories(folder(id));
		Files.writeString(folder.resolve("comm"), name + "\n");
		Files.writeString(folder.resolve("schedstat"), schedstat + "\n");
	}

	private void end(int id) throws IOException {
		FileSystemUtils.deleteRecursively(folder(id));
	}

	private Path folder(int id) {
		return this.root.resolve("proc/self/task").resolve(Integer.toString(id));
	}

}
