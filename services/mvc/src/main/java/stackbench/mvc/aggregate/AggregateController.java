package stackbench.mvc.aggregate;

import org.springframework.context.annotation.Profile;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Aggregate;
import stackbench.contract.Limits;
import stackbench.shared.JdbcMembers;

/**
 * Four members in one answer. On both paths the handler's thread reads them in sequence.
 */
@RestController
@Profile("!r2dbc")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class AggregateController {

	private final JdbcMembers members;

	AggregateController(JdbcMembers members) {
		this.members = members;
	}

	@GetMapping({ "/aggregate/{id}", "/aggregate-sequential/{id}" })
	Aggregate inSequence(@PathVariable String id) {
		return new Aggregate(Aggregate.ids(Limits.firstMemberId(id)).stream().map(this.members::find).toList());
	}

}
