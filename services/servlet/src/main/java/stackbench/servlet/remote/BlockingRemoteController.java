package stackbench.servlet.remote;

import java.util.List;
import java.util.function.Supplier;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

import stackbench.contract.Remote;
import stackbench.contract.Slept;
import stackbench.servlet.fanout.FanOut;

/**
 * Forwards the answers of the downstream service. Every call blocks a thread; the target
 * decides whether two calls of one request are made at once.
 */
@RestController
@Lazy
@ConditionalOnProperty(name = "remote.client", havingValue = "blocking")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
public class BlockingRemoteController {

	private final RestClient downstream;

	private final FanOut fanOut;

	BlockingRemoteController(RestClient downstream, FanOut fanOut) {
		this.downstream = downstream;
		this.fanOut = fanOut;
	}

	@GetMapping("/remote")
	Remote callTwiceFannedOut() {
		Supplier<Slept> call = () -> call(Remote.SHORT_MILLIS);
		return Remote.of(this.fanOut.all(List.of(call, call)).toArray(Slept[]::new));
	}

	@GetMapping("/remote-sequential")
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
