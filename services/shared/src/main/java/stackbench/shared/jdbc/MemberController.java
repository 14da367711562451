package stackbench.shared.jdbc;

import java.net.URI;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import reactor.core.publisher.Mono;

import stackbench.contract.Json;
import stackbench.contract.Limits;
import stackbench.contract.Member;
import stackbench.contract.NewMember;
import stackbench.shared.Members;

/**
 * Members over HTTP. See {@link JdbcCalls} for which thread waits for the database.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class MemberController {

	private final Members members;

	private final JdbcCalls jdbc;

	MemberController(Members members, JdbcCalls jdbc) {
		this.members = members;
		this.jdbc = jdbc;
	}

	@GetMapping("/members/{id}")
	Mono<Member> find(@PathVariable String id) {
		long key = Limits.memberId(id);
		return this.jdbc.run(() -> this.members.find(key));
	}

	@PostMapping(path = "/members", consumes = Json.MEDIA_TYPE)
	Mono<ResponseEntity<Member>> create(@RequestBody NewMember member) {
		NewMember checked = Limits.newMember(member);
		return this.jdbc.run(() -> this.members.create(checked))
			.map((stored) -> ResponseEntity.created(URI.create("/members/" + stored.id())).body(stored));
	}

	@GetMapping("/slow")
	Mono<Member> drawSlowly() {
		return this.jdbc.run(this.members::drawSlowly);
	}

}
