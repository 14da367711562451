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
 * What the neighbour answers, forwarded. No thread waits for it, on either server: on
 * Tomcat these are asynchronous requests.
 */
@RestController
@Lazy
@Import(WebClientConfiguration.class)
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
public class ReactiveRemoteController {

	private final WebClient neighbour;

	ReactiveRemoteController(WebClient neighbour) {
		this.neighbour = neighbour;
	}

	@GetMapping("/remote")
	Mono<Remote> askTwiceAtOnce() {
		return Mono.zip(ask(Remote.SHORT_MILLIS), ask(Remote.SHORT_MILLIS), Remote::of);
	}

	@GetMapping("/remote-sequential")
	Mono<Remote> askTwice() {
		return ask(Remote.SHORT_MILLIS)
			.flatMap((first) -> ask(Remote.SHORT_MILLIS).map((second) -> Remote.of(first, second)));
	}

	@GetMapping("/remote-slow")
	Mono<Remote> askSlowly() {
		return ask(Remote.LONG_MILLIS).map(Remote::of);
	}

	private Mono<Slept> ask(int millis) {
		return this.neighbour.get()
			.uri(Remote.PATH, millis)
			.accept(MediaType.APPLICATION_JSON)
			.retrieve()
			.bodyToMono(Slept.class);
	}

}
