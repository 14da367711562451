package stackbench.shared;

import java.time.Duration;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Limits;
import stackbench.contract.Slept;

/**
 * Waits that do not block the event loop.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
public class OffloadController {

	private final Scheduler scheduler;

	OffloadController(Scheduler offload) {
		this.scheduler = offload;
	}

	@GetMapping("/block-offloaded")
	Mono<Slept> block(@RequestParam MultiValueMap<String, String> parameters) {
		int millis = Limits.millis(parameters.get("millis"));
		return Mono.fromCallable(() -> Slept.here(millis)).subscribeOn(this.scheduler);
	}

	/** Uses a timer, so that no thread waits. */
	@GetMapping("/delay")
	Mono<Slept> delay(@RequestParam MultiValueMap<String, String> parameters) {
		int millis = Limits.millis(parameters.get("millis"));
		return Mono.delay(Duration.ofMillis(millis)).thenReturn(new Slept(millis));
	}

}
