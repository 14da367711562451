package stackbench.servlet.remote;

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
 * Forwards the answers of the downstream service. The handler's thread waits for them, so
 * that two calls run in sequence on both paths.
 */
@RestController
@Lazy
@ConditionalOnProperty(name = "remote.client", havingValue = "blocking")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
public class BlockingRemoteController {

	private final RestClient downstream;

	BlockingRemoteController(RestClient downstream) {
		this.downstream = downstream;
	}

	@GetMapping({ "/remote", "/remote-sequential" })
	Remote callTwice() {
		return Remote.of(call(Remote.SHORT_MILLIS), call(Remote.SHORT_MILLIS));
	}

	@GetMapping("/remote-slow")
	Remote callSlowly() {
		return Remote.of(call(Remote.LONG_MILLIS));
	}

	private Slept call(int millis) {
		return this.downstream.get()
			.uri(Remote.PATH, millis)
			.accept(MediaType.APPLICATION_JSON)
			.retrieve()
			.body(Slept.class);
	}

}
