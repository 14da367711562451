package stackbench.coroutines

import java.net.URI
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import org.springframework.http.MediaType
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController
import stackbench.contract.Aggregate
import stackbench.contract.Json
import stackbench.contract.Limits
import stackbench.contract.Member
import stackbench.contract.NewMember
import stackbench.contract.Place

/** The endpoints with SQL, as suspend functions. */
@RestController
@RequestMapping(produces = [MediaType.APPLICATION_JSON_VALUE])
class MemberController(private val members: Members, private val places: Places) {

	@GetMapping("/members/{id}")
	suspend fun find(@PathVariable id: String): Member = members.find(Limits.memberId(id))

	@PostMapping(path = ["/members"], consumes = [Json.MEDIA_TYPE])
	suspend fun create(@RequestBody member: NewMember): ResponseEntity<Member> {
		val stored = members.create(Limits.newMember(member))
		return ResponseEntity.created(URI.create("/members/${stored.id()}")).body(stored)
	}

	@GetMapping("/slow")
	suspend fun drawSlowly(): Member = members.drawSlowly()

	/** Runs all four statements concurrently, if enough connections are free. */
	@GetMapping("/aggregate/{id}")
	suspend fun inParallel(@PathVariable id: String): Aggregate = coroutineScope {
		Aggregate(ids(id).map { async { members.find(it) } }.awaitAll())
	}

	@GetMapping("/aggregate-sequential/{id}")
	suspend fun inSequence(@PathVariable id: String): Aggregate = Aggregate(ids(id).map { members.find(it) })

	@PostMapping("/events/{id}/places")
	suspend fun take(@PathVariable id: String): Place = places.take(Limits.eventId(id))

	private fun ids(first: String): List<Long> = Aggregate.ids(Limits.firstMemberId(first))
}
