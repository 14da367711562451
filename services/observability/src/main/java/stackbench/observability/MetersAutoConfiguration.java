package stackbench.observability;

import java.nio.file.Path;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * The meters that do not depend on the server.
 */
@AutoConfiguration
class MetersAutoConfiguration {

	@Bean
	CgroupCpuMeters cgroupCpuMeters() {
		return new CgroupCpuMeters(new CgroupCpuReader(Path.of("/")));
	}

	@Bean
	InFlightRequestMeters inFlightRequestMeters() {
		return new InFlightRequestMeters();
	}

}
