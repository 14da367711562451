package stackbench.observability;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MockClock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The meters of the compilers in a Prometheus scrape, and what they show that the JVM's
 * own meter does not.
 */
class CompilerMetersTests {

	@TempDir
	private Path root;

	private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

	@Test
	void showsTheTimesOfTheCompilers() throws IOException {
		Path thread = Files.createDirectories(this.root.resolve("proc/self/task/7"));
		Files.writeString(thread.resolve("comm"), "C2 CompilerThre\n");
		Files.writeString(thread.resolve("schedstat"), "2500 40 3\n");
		bind();
		assertThat(this.registry.scrape().split("\n")).contains("jvm_compiler_cpu_time_ns_total 2500.0",
				"jvm_compiler_wait_time_ns_total 40.0");
	}

	@Test
	void noMetersWhereTheKernelDoesNotTell() {
		bind();
		assertThat(this.registry.getMeters()).isEmpty();
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void riseDuringACompilation(@TempDir Path folder) throws Exception {
		File output = folder.resolve("output").toFile();
		// Nothing but the long compilation can end while the only compiler is busy with
		// it.
		Process jvm = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:-TieredCompilation", "-XX:CICompilerCount=1", "-XX:-DontCompileHugeMethods", "-cp",
				System.getProperty("java.class.path"), LongCompilation.class.getName())
			.redirectErrorStream(true)
			.redirectOutput(output)
			.start();
		try {
			assertThat(jvm.waitFor(120, TimeUnit.SECONDS)).isTrue();
			assertThat(jvm.exitValue()).as(() -> read(output)).isZero();
		}
		finally {
			jvm.destroyForcibly();
		}
	}

	private void bind() {
		MockClock clock = new MockClock();
		KernelThreads threads = new KernelThreads(this.root, clock);
		new CompilerMeters(new CompilerTimeReader(threads), clock).bindTo(this.registry);
	}

	private static String read(File file) {
		try {
			return Files.readString(file.toPath());
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

}
