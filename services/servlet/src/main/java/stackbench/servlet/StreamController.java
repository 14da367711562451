package stackbench.servlet;

import jakarta.servlet.http.HttpServletResponse;
import reactor.core.publisher.Flux;

import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import stackbench.shared.Events;

/**
 * Server-sent events of an asynchronous request: Spring MVC subscribes, and writes each
 * event on its task executor. No thread waits between two of them.
 */
@RestController
class StreamController {

	@GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	Flux<Long> stream(@RequestParam MultiValueMap<String, String> parameters, HttpServletResponse response) {
		Flux<Long> events = Events.of(parameters.get("events"));
		response.setContentType(Events.MEDIA_TYPE);
		return events;
	}

}
