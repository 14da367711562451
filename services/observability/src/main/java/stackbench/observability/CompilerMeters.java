package stackbench.observability;

import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import stackbench.observability.KernelThreads.CpuTime;

/**
 * What the JIT compilers use while they work. The JVM's own meter of compilation time
 * rises only when a compilation ends, which may be seconds later, and does not tell
 * whether the compiler worked or waited for a CPU. Registers no meters if the kernel does
 * not tell the time of single threads.
 */
class CompilerMeters implements MeterBinder {

	private static final Logger logger = LoggerFactory.getLogger(CompilerMeters.class);

	private final CompilerTimeReader reader;

	private final OncePerScrape<CpuTime> reading;

	CompilerMeters(CompilerTimeReader reader, Clock clock) {
		this.reader = reader;
		this.reading = new OncePerScrape<>(reader::read, clock);
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		if (!this.reader.isAvailable()) {
			logger.info("No /proc/self/task/*/schedstat with times: no jvm_compiler_*_time metrics");
			return;
		}
		counter(registry, "jvm.compiler.cpu.time", "CPU time of the JIT compilers' threads", CpuTime::runNs);
		counter(registry, "jvm.compiler.wait.time", "Time the JIT compilers' threads were ready but without a CPU",
				CpuTime::waitNs);
	}

	private void counter(MeterRegistry registry, String name, String description, ToDoubleFunction<CpuTime> figure) {
		FunctionCounter.builder(name, this, (meters) -> figure.applyAsDouble(meters.reading.get()))
			.baseUnit("ns")
			.description(description)
			.register(registry);
	}

}
