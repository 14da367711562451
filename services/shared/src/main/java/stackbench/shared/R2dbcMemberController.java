package stackbench.shared;

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

/**
 * The members over HTTP, on Netty or on Tomcat. No thread waits for the database.
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

	@PostMapping(path = "/members", consumes = Json.MEDIA_TYPE)
	Mono<ResponseEntity<Member>> create(@RequestBody NewMember member) {
		return this.members.create(Limits.newMember(member))
			.map((stored) -> ResponseEntity.created(URI.create("/members/" + stored.id())).body(stored));
	}

	@GetMapping("/slow")
	Mono<Member> drawSlowly() {
		return this.members.drawSlowly();
	}

}
