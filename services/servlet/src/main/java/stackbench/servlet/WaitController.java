package stackbench.servlet;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Limits;
import stackbench.contract.Slept;

/**
 * The counterparts of the waits that a Netty target runs off its event loop.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class WaitController {

	/** Blocks the handler's thread, which is allowed on Tomcat. */
	@GetMapping("/block-offloaded")
	Slept block(@RequestParam MultiValueMap<String, String> parameters) {
		return Slept.here(Limits.millis(parameters.get("millis")));
	}

	/** Uses a timer and an asynchronous request, so that no thread waits. */
	@GetMapping("/delay")
	CompletableFuture<Slept> delay(@RequestParam MultiValueMap<String, String> parameters) {
		int millis = Limits.millis(parameters.get("millis"));
		return new CompletableFuture<Slept>().completeOnTimeout(new Slept(millis), millis, TimeUnit.MILLISECONDS);
	}

}
