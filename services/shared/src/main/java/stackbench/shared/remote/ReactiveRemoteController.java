package stackbench.shared.remote;

import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

import reactor.core.publisher.Mono;

import stackbench.contract.Remote;
import stackbench.contract.Slept;

/**
 * Forwards the answers of the downstream service. No thread waits for them: on Tomcat
 * these are asynchronous requests.
 */
@RestController
@Lazy
@Import(WebClientConfiguration.class)
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
public class ReactiveRemoteController {

	private final WebClient downstream;

	ReactiveRemoteController(WebClient downstream) {
		this.downstream = downstream;
	}

	@GetMapping("/remote")
	Mono<Remote> callTwiceConcurrently() {
		return Mono.zip(call(Remote.SHORT_MILLIS), call(Remote.SHORT_MILLIS), Remote::of);
	}

	@GetMapping("/remote-sequential")
	Mono<Remote> callTwice() {
		return call(Remote.SHORT_MILLIS)
			.flatMap((first) -> call(Remote.SHORT_MILLIS).map((second) -> Remote.of(first, second)));
	}

	@GetMapping("/remote-slow")
	Mono<Remote> callSlowly() {
		return call(Remote.LONG_MILLIS).map(Remote::of);
	}

	private Mono<Slept> call(int millis) {
		return this.downstream.get()
			.uri(Remote.PATH, millis)
			.accept(MediaType.APPLICATION_JSON)
			.retrieve()
			.bodyToMono(Slept.class);
	}

}
