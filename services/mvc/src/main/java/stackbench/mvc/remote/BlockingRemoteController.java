package stackbench.mvc.remote;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

import stackbench.contract.Remote;
import stackbench.contract.Slept;

/**
 * What the neighbour answers, forwarded. The handler's thread waits for it, so two calls
 * come one after the other whatever the path says.
 */
@RestController
@Lazy
@ConditionalOnProperty(name = "remote.client", havingValue = "blocking")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class BlockingRemoteController {

	private final RestClient neighbour;

	BlockingRemoteController(RestClient neighbour) {
		this.neighbour = neighbour;
	}

	@GetMapping({ "/remote", "/remote-sequential" })
	Remote askTwice() {
		return Remote.of(ask(Remote.SHORT_MILLIS), ask(Remote.SHORT_MILLIS));
	}

	@GetMapping("/remote-slow")
	Remote askSlowly() {
		return Remote.of(ask(Remote.LONG_MILLIS));
	}

	private Slept ask(int millis) {
		return this.neighbour.get()
			.uri(Remote.PATH, millis)
			.accept(MediaType.APPLICATION_JSON)
			.retrieve()
			.body(Slept.class);
	}

}
