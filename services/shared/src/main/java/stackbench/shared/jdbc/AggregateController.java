package stackbench.shared.jdbc;

import java.util.List;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import stackbench.contract.Aggregate;
import stackbench.contract.Limits;
import stackbench.contract.Member;
import stackbench.shared.Members;

/**
 * Four members in one answer, each read by its own JDBC call.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class AggregateController {

	private final Members members;

	private final JdbcCalls jdbc;

	AggregateController(Members members, JdbcCalls jdbc) {
		this.members = members;
		this.jdbc = jdbc;
	}

	/** Runs all four calls concurrently, if enough threads and connections are free. */
	@GetMapping("/aggregate/{id}")
	Mono<Aggregate> inParallel(@PathVariable String id) {
		return ids(id).flatMapSequential(this::find).collectList().map(Aggregate::new);
	}

	@GetMapping("/aggregate-sequential/{id}")
	Mono<Aggregate> inSequence(@PathVariable String id) {
		return ids(id).concatMap(this::find).collectList().map(Aggregate::new);
	}

	private static Flux<Long> ids(String first) {
		List<Long> ids = Aggregate.ids(Limits.firstMemberId(first));
		return Flux.fromIterable(ids);
	}

	private Mono<Member> find(long id) {
		return this.jdbc.run(() -> this.members.find(id));
	}

}
