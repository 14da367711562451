package stackbench.shared;

import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import reactor.core.publisher.Flux;

/**
 * Server-sent events on Netty. No thread waits between two of them.
 */
@RestController
class StreamController {

	@GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	Flux<Long> stream(@RequestParam MultiValueMap<String, String> parameters) {
		return Events.of(parameters.get("events"));
	}

}
