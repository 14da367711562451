package stackbench.shared;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import reactor.core.publisher.Mono;

import stackbench.contract.Limits;
import stackbench.contract.Member;

/**
 * The members over HTTP, on Netty or on Tomcat. No thread waits for the database.
 * <code>create</code> is written for each stack, because it sets a header.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
public class R2dbcMemberController {

	private final R2dbcMembers members;

	R2dbcMemberController(R2dbcMembers members) {
		this.members = members;
	}

	@GetMapping("/members/{id}")
	Mono<Member> find(@PathVariable String id) {
		return this.members.find(Limits.memberId(id));
	}

	@GetMapping("/slow")
	Mono<Member> drawSlowly() {
		return this.members.drawSlowly();
	}

}
