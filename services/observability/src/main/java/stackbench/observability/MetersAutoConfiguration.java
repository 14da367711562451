package stackbench.observability;

import java.nio.file.Path;

import io.micrometer.core.instrument.Clock;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Meters that do not depend on the server.
 */
@AutoConfiguration
class MetersAutoConfiguration {

	@Bean
	CgroupCpuMeters cgroupCpuMeters(Clock clock) {
		return new CgroupCpuMeters(new CgroupCpuReader(Path.of("/")), clock);
	}

	@Bean
	KernelThreads kernelThreads(Clock clock) {
		return new KernelThreads(Path.of("/"), clock);
	}

	@Bean
	CompilerMeters compilerMeters(KernelThreads threads, Clock clock) {
		return new CompilerMeters(new CompilerTimeReader(threads), clock);
	}

	@Bean
	InFlightRequestMeters inFlightRequestMeters() {
		return new InFlightRequestMeters();
	}

}
