package stackbench.shared;

import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Limits;
import stackbench.contract.Primes;
import stackbench.contract.Simple;
import stackbench.contract.Slept;

/**
 * Endpoints without I/O. They run on the server's handler thread: a worker or virtual
 * thread of Tomcat, or an event loop of Netty.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
public class WorkController {

	@GetMapping("/simple")
	Simple simple() {
		return Simple.OK;
	}

	@GetMapping("/heavy")
	Primes heavy(@RequestParam MultiValueMap<String, String> parameters) {
		return Primes.upTo(Limits.limit(parameters.get("limit")));
	}

	@GetMapping("/heavy-yield")
	Primes heavyYield(@RequestParam MultiValueMap<String, String> parameters) {
		return Primes.yieldingUpTo(Limits.limit(parameters.get("limit")));
	}

	@GetMapping("/block")
	Slept block(@RequestParam MultiValueMap<String, String> parameters) {
		return Slept.here(Limits.millis(parameters.get("millis")));
	}

}
