package stackbench.observability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.micrometer.core.instrument.MockClock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The meters of a cgroup in a Prometheus scrape.
 */
class CgroupCpuMetersTests {

	@TempDir
	private Path root;

	private final MockClock clock = new MockClock();

	private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

	@Test
	void everyScrapeReadsAgain() throws IOException {
		writeCgroup("50000 100000", 2_000_000);
		bind();
		assertThat(samples()).contains("cgroup_cpu_limit_cores 0.5", "cgroup_cpu_periods_total 80.0",
				"cgroup_cpu_throttled_periods_total 20.0", "cgroup_cpu_throttled_seconds_total 2.0");
		writeCgroup("max 100000", 3_500_000);
		this.clock.add(Duration.ofSeconds(1));
		assertThat(samples()).contains("cgroup_cpu_limit_cores NaN", "cgroup_cpu_throttled_seconds_total 3.5");
	}

	@Test
	void noMetersWithoutCgroup() {
		bind();
		assertThat(this.registry.getMeters()).isEmpty();
	}

	@Test
	void scrapesSucceedWithoutTheCgroupsFiles() throws IOException {
		writeCgroup("50000 100000", 2_000_000);
		bind();
		Files.delete(this.root.resolve("proc/self/cgroup"));
		assertThat(samples()).contains("cgroup_cpu_limit_cores NaN");
	}

	private void bind() {
		new CgroupCpuMeters(new CgroupCpuReader(this.root), this.clock).bindTo(this.registry);
	}

	private String[] samples() {
		return this.registry.scrape().split("\n");
	}

	private void writeCgroup(String limit, long throttledMicros) throws IOException {
		Path cgroup = Files.createDirectories(this.root.resolve("sys/fs/cgroup/bench"));
		Path self = Files.createDirectories(this.root.resolve("proc/self"));
		Files.writeString(self.resolve("cgroup"), "0::/bench\n");
		Files.writeString(self.resolve("mountinfo"), "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
		Files.writeString(cgroup.resolve("cpu.max"), limit + "\n");
		Files.writeString(cgroup.resolve("cpu.stat"),
				"nr_periods 80\nnr_throttled 20\nthrottled_usec " + throttledMicros + "\n");
	}

}
