package stackbench.servlet;

import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Json;
import stackbench.contract.Limits;
import stackbench.contract.Member;
import stackbench.contract.NewMember;
import stackbench.shared.Members;

/**
 * Members over HTTP. The handler's thread waits for the database.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class MemberController {

	private final Members members;

	MemberController(Members members) {
		this.members = members;
	}

	@GetMapping("/members/{id}")
	Member find(@PathVariable String id) {
		return this.members.find(Limits.memberId(id));
	}

	/**
	 * Returns no <code>ResponseEntity</code>: Spring MVC flushes it before Tomcat knows
	 * the length of the body, and the answer leaves chunked, in two segments.
	 */
	@PostMapping(path = "/members", consumes = Json.MEDIA_TYPE)
	@ResponseStatus(HttpStatus.CREATED)
	Member create(@RequestBody NewMember member, HttpServletResponse response) {
		Member stored = this.members.create(Limits.newMember(member));
		response.setHeader(HttpHeaders.LOCATION, "/members/" + stored.id());
		return stored;
	}

	@GetMapping("/slow")
	Member drawSlowly() {
		return this.members.drawSlowly();
	}

}
