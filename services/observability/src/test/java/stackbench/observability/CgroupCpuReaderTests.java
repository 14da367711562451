package stackbench.observability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import stackbench.observability.CgroupCpuReader.CgroupCpu;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads file trees as the kernel shows them on different systems.
 */
class CgroupCpuReaderTests {

	private static final String STAT_V1 = "nr_periods 120\nnr_throttled 45\nthrottled_time 2500000000\n";

	private static final String STAT_V2 = """
			usage_usec 9000000
			user_usec 8000000
			system_usec 1000000
			nr_periods 200
			nr_throttled 50
			throttled_usec 1250000
			""";

	private static final CgroupCpu V1 = new CgroupCpu(0.5, 120, 45, 2.5);

	private static final CgroupCpu V2 = new CgroupCpu(1.5, 200, 50, 1.25);

	@TempDir
	private Path root;

	private CgroupCpuReader reader;

	@BeforeEach
	void createReader() {
		this.reader = new CgroupCpuReader(this.root);
	}

	@Test
	void v1WithSeparateHierarchies() throws IOException {
		write("proc/self/cgroup", "3:cpuset:/\n2:cpuacct:/other\n1:cpu:/bench/mvc\n0::/\n");
		write("proc/self/mountinfo", """
				32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
				33 31 0:30 / /sys/fs/cgroup/cpuacct rw,relatime - cgroup cgroup rw,cpuacct
				34 31 0:31 / /sys/fs/cgroup/cpuset rw,relatime - cgroup cgroup rw,cpuset
				""");
		writeV1("sys/fs/cgroup/cpu/bench/mvc");
		assertThat(this.reader.read()).contains(V1);
	}

	@Test
	void v1WithCpuAndCpuacctInOneHierarchy() throws IOException {
		write("proc/self/cgroup", "4:cpuset:/\n3:cpu,cpuacct:/bench/mvc\n1:name=systemd:/user.slice\n");
		write("proc/self/mountinfo",
				"33 25 0:28 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:15 - cgroup cgroup rw,cpu,cpuacct\n");
		writeV1("sys/fs/cgroup/cpu,cpuacct/bench/mvc");
		assertThat(this.reader.read()).contains(V1);
	}

	@Test
	void v1InContainerWithoutNamespace() throws IOException {
		write("proc/self/cgroup", "5:cpu,cpuacct:/docker/abc\n0::/docker/abc\n");
		write("proc/self/mountinfo",
				"33 25 0:28 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro master:15 - cgroup cgroup rw,cpu,cpuacct\n");
		writeV1("sys/fs/cgroup/cpu,cpuacct");
		assertThat(this.reader.read()).contains(V1);
	}

	@Test
	void v1WithoutLimit() throws IOException {
		write("proc/self/cgroup", "1:cpu:/\n");
		write("proc/self/mountinfo", "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n");
		writeV1("sys/fs/cgroup/cpu");
		write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
		assertThat(this.reader.read()).contains(new CgroupCpu(Double.NaN, 120, 45, 2.5));
	}

	@Test
	void v2() throws IOException {
		write("proc/self/cgroup", "0::/bench/mvc\n");
		write("proc/self/mountinfo",
				"30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
		writeV2("sys/fs/cgroup/bench/mvc");
		assertThat(this.reader.read()).contains(V2);
	}

	@Test
	void v2InContainerWithNamespace() throws IOException {
		write("proc/self/cgroup", "0::/\n");
		write("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw\n");
		writeV2("sys/fs/cgroup");
		assertThat(this.reader.read()).contains(V2);
	}

	@Test
	void v2WithoutLimit() throws IOException {
		write("proc/self/cgroup", "0::/bench\n");
		write("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
		writeV2("sys/fs/cgroup/bench");
		write("sys/fs/cgroup/bench/cpu.max", "max 100000\n");
		assertThat(this.reader.read()).contains(new CgroupCpu(Double.NaN, 200, 50, 1.25));
	}

	@Test
	void v2RootHasNoLimitAndCountsNoPeriods() throws IOException {
		write("proc/self/cgroup", "0::/\n");
		write("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
		write("sys/fs/cgroup/cpu.stat", "usage_usec 9000000\nuser_usec 8000000\nsystem_usec 1000000\n");
		assertThat(this.reader.read()).contains(new CgroupCpu(Double.NaN, 0, 0, 0));
	}

	@Test
	void hybridHasTheCpuControllerInV1() throws IOException {
		write("proc/self/cgroup", "1:cpu:/bench/mvc\n0::/bench/mvc\n");
		write("proc/self/mountinfo", """
				41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
				32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
				""");
		writeV1("sys/fs/cgroup/cpu/bench/mvc");
		write("sys/fs/cgroup/unified/bench/mvc/cpu.stat", "usage_usec 9000000\n");
		assertThat(this.reader.read()).contains(V1);
	}

	@Test
	void mountPointWithSpace() throws IOException {
		write("proc/self/cgroup", "0::/my bench\n");
		write("proc/self/mountinfo", "30 24 0:26 / /mnt/c\\040groups rw - cgroup2 cgroup2 rw\n");
		writeV2("mnt/c groups/my bench");
		assertThat(this.reader.read()).contains(V2);
	}

	@Test
	void followsTheProcessToAnotherCgroup() throws IOException {
		v2();
		write("proc/self/cgroup", "0::/bench/quota\n");
		writeV2("sys/fs/cgroup/bench/quota");
		write("sys/fs/cgroup/bench/quota/cpu.max", "25000 50000\n");
		assertThat(this.reader.read()).contains(new CgroupCpu(0.5, 200, 50, 1.25));
	}

	@Test
	void noCgroups() throws IOException {
		assertThat(this.reader.read()).isEmpty();
		write("proc/self/cgroup", "");
		write("proc/self/mountinfo", "21 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
		assertThat(this.reader.read()).isEmpty();
	}

	@Test
	void cgroupOutsideOfTheMount() throws IOException {
		write("proc/self/cgroup", "1:cpu:/docker/abc\n");
		write("proc/self/mountinfo", "33 25 0:28 /docker/xyz /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu\n");
		writeV1("sys/fs/cgroup/cpu");
		assertThat(this.reader.read()).isEmpty();
		write("proc/self/cgroup", "0::/../sibling\n");
		write("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
		writeV2("sys/fs/sibling");
		Files.createDirectories(this.root.resolve("sys/fs/cgroup"));
		assertThat(this.reader.read()).isEmpty();
	}

	@Test
	void unreadableFigures() throws IOException {
		v2();
		for (String stat : new String[] { "nr_periods many\n", "nr_periods\n", "\n" }) {
			write("sys/fs/cgroup/bench/mvc/cpu.stat", stat);
			assertThat(this.reader.read()).isEmpty();
		}
	}

	private void writeV1(String folder) throws IOException {
		write(folder + "/cpu.cfs_quota_us", "50000\n");
		write(folder + "/cpu.cfs_period_us", "100000\n");
		write(folder + "/cpu.stat", STAT_V1);
	}

	private void writeV2(String folder) throws IOException {
		write(folder + "/cpu.max", "150000 100000\n");
		write(folder + "/cpu.stat", STAT_V2);
	}

	private void write(String file, String text) throws IOException {
		Path path = this.root.resolve(file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, text);
	}

}
