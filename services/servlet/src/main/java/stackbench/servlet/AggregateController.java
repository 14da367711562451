package stackbench.servlet;

import java.util.List;
import java.util.function.Supplier;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Aggregate;
import stackbench.contract.Limits;
import stackbench.contract.Member;
import stackbench.servlet.fanout.FanOut;
import stackbench.shared.Members;

/**
 * Four members in one answer. The target decides whether one request reads them at once.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class AggregateController {

	private final Members members;

	private final FanOut fanOut;

	AggregateController(Members members, FanOut fanOut) {
		this.members = members;
		this.fanOut = fanOut;
	}

	@GetMapping("/aggregate/{id}")
	Aggregate fannedOut(@PathVariable String id) {
		return new Aggregate(this.fanOut.all(ids(id).stream().map(this::finding).toList()));
	}

	@GetMapping("/aggregate-sequential/{id}")
	Aggregate inSequence(@PathVariable String id) {
		return new Aggregate(ids(id).stream().map(this.members::find).toList());
	}

	private static List<Long> ids(String first) {
		return Aggregate.ids(Limits.firstMemberId(first));
	}

	private Supplier<Member> finding(long id) {
		return () -> this.members.find(id);
	}

}
