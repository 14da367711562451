package stackbench.webfluxr2dbc.members;

import java.net.URI;

import reactor.core.publisher.Mono;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Json;
import stackbench.contract.Limits;
import stackbench.contract.Member;
import stackbench.contract.NewMember;
import stackbench.shared.R2dbcMembers;

/**
 * Creates members over HTTP on Netty. No thread waits for the database.
 */
@RestController
class CreateController {

	private final R2dbcMembers members;

	CreateController(R2dbcMembers members) {
		this.members = members;
	}

	@PostMapping(path = "/members", consumes = Json.MEDIA_TYPE, produces = MediaType.APPLICATION_JSON_VALUE)
	Mono<ResponseEntity<Member>> create(@RequestBody NewMember member) {
		return this.members.create(Limits.newMember(member))
			.map((stored) -> ResponseEntity.created(URI.create("/members/" + stored.id())).body(stored));
	}

}
