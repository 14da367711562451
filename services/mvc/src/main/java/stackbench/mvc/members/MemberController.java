package stackbench.mvc.members;

import java.net.URI;

import org.springframework.context.annotation.Profile;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Json;
import stackbench.contract.Limits;
import stackbench.contract.Member;
import stackbench.contract.NewMember;
import stackbench.shared.JdbcMembers;

/**
 * Members over HTTP. The handler's thread waits for the database.
 */
@RestController
@Profile("!r2dbc")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class MemberController {

	private final JdbcMembers members;

	MemberController(JdbcMembers members) {
		this.members = members;
	}

	@GetMapping("/members/{id}")
	Member find(@PathVariable String id) {
		return this.members.find(Limits.memberId(id));
	}

	@PostMapping(path = "/members", consumes = Json.MEDIA_TYPE)
	ResponseEntity<Member> create(@RequestBody NewMember member) {
		Member stored = this.members.create(Limits.newMember(member));
		return ResponseEntity.created(URI.create("/members/" + stored.id())).body(stored);
	}

	@GetMapping("/slow")
	Member drawSlowly() {
		return this.members.drawSlowly();
	}

}
