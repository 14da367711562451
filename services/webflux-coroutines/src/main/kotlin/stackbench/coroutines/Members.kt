package stackbench.coroutines

import io.r2dbc.spi.Readable
import org.springframework.r2dbc.core.DatabaseClient
import org.springframework.r2dbc.core.awaitOneOrNull
import org.springframework.r2dbc.core.awaitSingle
import org.springframework.stereotype.Repository
import stackbench.contract.Fault
import stackbench.contract.Member
import stackbench.contract.NewMember
import stackbench.contract.Sql

/** Members in the database. Every call is one statement; no thread waits for it. */
@Repository
class Members(private val database: DatabaseClient) {

	suspend fun find(id: Long): Member =
		database.sql(Sql.SELECT_MEMBER).bind("id", id).map(::member).awaitOneOrNull() ?: throw Fault.noMember(id)

	suspend fun create(member: NewMember): Member =
		database.sql(Sql.INSERT_MEMBER)
			.bind("name", member.name())
			.bind("age", member.age())
			.bind("teamId", member.teamId())
			.map { row -> member.stored(row.value<Long>("id")) }
			.awaitSingle()

	/** A random member of `slow_member`, in about 10 ms. */
	suspend fun drawSlowly(): Member = database.sql(Sql.SELECT_SLOWLY).map(::member).awaitSingle()

	private fun member(row: Readable) = Member(row.value("id"), row.value("name"), row.value("age"), row.value("team_id"))
}

/** A column that is not null. */
internal inline fun <reified T : Any> Readable.value(column: String): T = checkNotNull(get(column, T::class.javaObjectType))
