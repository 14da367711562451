package stackbench.shared;

import io.r2dbc.spi.Readable;
import reactor.core.publisher.Mono;

import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Repository;

import stackbench.contract.Fault;
import stackbench.contract.Member;
import stackbench.contract.NewMember;
import stackbench.contract.Sql;

/**
 * Members in the database, through R2DBC. Every call is one statement, sent on
 * subscription.
 */
@Repository
public class R2dbcMembers {

	private final DatabaseClient database;

	R2dbcMembers(DatabaseClient database) {
		this.database = database;
	}

	/**
	 * Finds a member.
	 * @param id its key
	 * @return the row
	 */
	public Mono<Member> find(long id) {
		return this.database.sql(Sql.SELECT_MEMBER)
			.bind("id", id)
			.map(R2dbcMembers::member)
			.one()
			.switchIfEmpty(Mono.error(() -> Fault.noMember(id)));
	}

	/**
	 * Stores a member.
	 * @param member after validation
	 * @return the row as stored
	 */
	public Mono<Member> create(NewMember member) {
		return this.database.sql(Sql.INSERT_MEMBER)
			.bind("name", member.name())
			.bind("age", member.age())
			.bind("teamId", member.teamId())
			.map((row) -> row.get("id", Long.class))
			.one()
			.map(member::stored);
	}

	/**
	 * Selects a random member in about 10 ms.
	 * @return a row of the table <code>slow_member</code>
	 */
	public Mono<Member> drawSlowly() {
		return this.database.sql(Sql.SELECT_SLOWLY).map(R2dbcMembers::member).one();
	}

	private static Member member(Readable row) {
		return new Member(row.get("id", Long.class), row.get("name", String.class), row.get("age", Integer.class),
				row.get("team_id", Long.class));
	}

}
