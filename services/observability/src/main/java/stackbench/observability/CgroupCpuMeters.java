package stackbench.observability;

import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import stackbench.observability.CgroupCpuReader.CgroupCpu;

/**
 * The kernel's CPU throttling counters of this process's cgroup. Registers no meters if
 * there is no such cgroup.
 */
class CgroupCpuMeters implements MeterBinder {

	private static final Logger logger = LoggerFactory.getLogger(CgroupCpuMeters.class);

	private static final CgroupCpu UNKNOWN = new CgroupCpu(Double.NaN, 0, 0, 0);

	private final CgroupCpuReader reader;

	private final OncePerScrape<CgroupCpu> reading;

	CgroupCpuMeters(CgroupCpuReader reader, Clock clock) {
		this.reader = reader;
		this.reading = new OncePerScrape<>(() -> reader.read().orElse(UNKNOWN), clock);
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		if (this.reader.read().isEmpty()) {
			logger.info("No cgroup with a CPU controller found for this process: no cgroup_cpu_* metrics");
			return;
		}
		Gauge.builder("cgroup.cpu.limit.cores", this, value(CgroupCpu::limitCores))
			.description("CPU limit of this process's cgroup; NaN without a limit")
			.register(registry);
		counter(registry, "cgroup.cpu.periods", null, "Enforcement periods that have passed", CgroupCpu::periods);
		counter(registry, "cgroup.cpu.throttled.periods", null, "Enforcement periods in which it was throttled",
				CgroupCpu::throttledPeriods);
		counter(registry, "cgroup.cpu.throttled", "seconds", "Time its CPUs were throttled",
				CgroupCpu::throttledSeconds);
	}

	private void counter(MeterRegistry registry, String name, String unit, String description,
			ToDoubleFunction<CgroupCpu> figure) {
		FunctionCounter.builder(name, this, value(figure)).baseUnit(unit).description(description).register(registry);
	}

	private static ToDoubleFunction<CgroupCpuMeters> value(ToDoubleFunction<CgroupCpu> figure) {
		return (meters) -> figure.applyAsDouble(meters.reading.get());
	}

}
