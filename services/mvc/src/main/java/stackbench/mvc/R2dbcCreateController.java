package stackbench.mvc;

import jakarta.servlet.http.HttpServletResponse;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Json;
import stackbench.contract.Limits;
import stackbench.contract.Member;
import stackbench.contract.NewMember;
import stackbench.shared.R2dbcMembers;

/**
 * Creates members over HTTP on Tomcat. No thread waits for the database. Returns no
 * <code>ResponseEntity</code>, for the reason in
 * <code>stackbench.servlet.MemberController</code>.
 */
@RestController
@Profile("r2dbc")
class R2dbcCreateController {

	private final R2dbcMembers members;

	R2dbcCreateController(R2dbcMembers members) {
		this.members = members;
	}

	@PostMapping(path = "/members", consumes = Json.MEDIA_TYPE, produces = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.CREATED)
	Mono<Member> create(@RequestBody NewMember member, HttpServletResponse response) {
		return this.members.create(Limits.newMember(member))
			.doOnNext((stored) -> response.setHeader(HttpHeaders.LOCATION, "/members/" + stored.id()));
	}

}
