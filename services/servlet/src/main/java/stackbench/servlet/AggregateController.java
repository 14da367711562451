package stackbench.servlet;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Aggregate;
import stackbench.contract.Limits;
import stackbench.shared.Members;

/**
 * Four members in one answer. On both paths the handler's thread reads them in sequence.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class AggregateController {

	private final Members members;

	AggregateController(Members members) {
		this.members = members;
	}

	@GetMapping({ "/aggregate/{id}", "/aggregate-sequential/{id}" })
	Aggregate inSequence(@PathVariable String id) {
		return new Aggregate(Aggregate.ids(Limits.firstMemberId(id)).stream().map(this.members::find).toList());
	}

}
