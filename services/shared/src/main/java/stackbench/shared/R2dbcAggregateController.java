package stackbench.shared;

import java.util.List;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Aggregate;
import stackbench.contract.Limits;

/**
 * Four members in one answer, on Netty or on Tomcat. Each statement uses its own
 * connection.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
public class R2dbcAggregateController {

	private final R2dbcMembers members;

	R2dbcAggregateController(R2dbcMembers members) {
		this.members = members;
	}

	/** Runs all four statements concurrently, if enough connections are free. */
	@GetMapping("/aggregate/{id}")
	Mono<Aggregate> inParallel(@PathVariable String id) {
		return ids(id).flatMapSequential(this.members::find).collectList().map(Aggregate::new);
	}

	@GetMapping("/aggregate-sequential/{id}")
	Mono<Aggregate> inSequence(@PathVariable String id) {
		return ids(id).concatMap(this.members::find).collectList().map(Aggregate::new);
	}

	private static Flux<Long> ids(String first) {
		List<Long> ids = Aggregate.ids(Limits.firstMemberId(first));
		return Flux.fromIterable(ids);
	}

}
