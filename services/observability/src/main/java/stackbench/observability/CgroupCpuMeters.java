package stackbench.observability;

import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import stackbench.observability.CgroupCpuReader.CgroupCpu;

/**
 * The kernel's CPU throttling counters of this process's own cgroup, read anew at every
 * scrape. Where there is no such cgroup there are no meters.
 */
class CgroupCpuMeters implements MeterBinder {

	private static final Logger logger = LoggerFactory.getLogger(CgroupCpuMeters.class);

	private static final CgroupCpu UNKNOWN = new CgroupCpu(Double.NaN, 0, 0, 0);

	private final CgroupCpuReader reader;

	CgroupCpuMeters(CgroupCpuReader reader) {
		this.reader = reader;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		if (this.reader.read().isEmpty()) {
			logger.info("No cgroup with a CPU controller found for this process: no cgroup_cpu_* metrics");
			return;
		}
		Gauge.builder("cgroup.cpu.limit.cores", this.reader, value(CgroupCpu::limitCores))
			.description("CPU limit of this process's cgroup; NaN without a limit")
			.strongReference(true)
			.register(registry);
		counter(registry, "cgroup.cpu.periods", null, "Enforcement periods that have passed", CgroupCpu::periods);
		counter(registry, "cgroup.cpu.throttled.periods", null, "Enforcement periods in which it was throttled",
				CgroupCpu::throttledPeriods);
		counter(registry, "cgroup.cpu.throttled", "seconds", "Time its CPUs were throttled",
				CgroupCpu::throttledSeconds);
	}

	private void counter(MeterRegistry registry, String name, String unit, String description,
			ToDoubleFunction<CgroupCpu> figure) {
		FunctionCounter.builder(name, this.reader, value(figure))
			.baseUnit(unit)
			.description(description)
			.register(registry);
	}

	private ToDoubleFunction<CgroupCpuReader> value(ToDoubleFunction<CgroupCpu> figure) {
		return (reader) -> figure.applyAsDouble(reader.read().orElse(UNKNOWN));
	}

}
