package stackbench.observability;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * A minimal target for either stack.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class TestApplication {

	@Bean
	Gate gate() {
		return new Gate();
	}

	@Bean(destroyMethod = "dispose")
	Scheduler jdbcScheduler() {
		return Schedulers.newBoundedElastic(1, Integer.MAX_VALUE, "jdbc");
	}

	@RestController
	static class Handlers {

		private final Gate gate;

		Handlers(Gate gate) {
			this.gate = gate;
		}

		@GetMapping("/simple")
		String simple() {
			return "ok";
		}

		@GetMapping("/asleep")
		String asleep() {
			return this.gate.waitAsleep();
		}

		@GetMapping("/computing")
		String computing() {
			return this.gate.waitComputing();
		}

	}

}
