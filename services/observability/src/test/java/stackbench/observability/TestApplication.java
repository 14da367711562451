package stackbench.observability;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
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

	/** The nice value of the thread that scrapes. */
	@Bean
	MeterBinder scrapeNice() {
		return (registry) -> Gauge.builder("scrape.nice", TestApplication::nice).register(registry);
	}

	/** Returns the nice value of the current thread, or of its carrier. */
	static int nice() {
		try {
			String id = Path.of("/proc/thread-self").toRealPath().getFileName().toString();
			return new KernelThreads(Path.of("/"), Clock.SYSTEM).nice(id).orElseThrow();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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

		/** The nice values of the thread that handles the request and of a new one. */
		@GetMapping("/nice")
		String niceHereAndInANewThread() throws Exception {
			FutureTask<Integer> inANewThread = new FutureTask<>(TestApplication::nice);
			Thread.ofPlatform().start(inANewThread);
			return nice() + " " + inANewThread.get();
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
