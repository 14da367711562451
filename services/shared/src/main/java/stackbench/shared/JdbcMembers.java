package stackbench.shared;

import java.sql.ResultSet;
import java.sql.SQLException;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

import stackbench.contract.Fault;
import stackbench.contract.Member;
import stackbench.contract.NewMember;
import stackbench.contract.Sql;

/**
 * Members in the database, through JDBC.
 */
@Repository
public class JdbcMembers implements Members {

	private final JdbcClient jdbc;

	JdbcMembers(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@Override
	public Member find(long id) {
		return this.jdbc.sql(Sql.SELECT_MEMBER)
			.param("id", id)
			.query(JdbcMembers::member)
			.optional()
			.orElseThrow(() -> Fault.noMember(id));
	}

	@Override
	public Member create(NewMember member) {
		long id = this.jdbc.sql(Sql.INSERT_MEMBER)
			.param("name", member.name())
			.param("age", member.age())
			.param("teamId", member.teamId())
			.query((row, index) -> row.getLong("id"))
			.single();
		return member.stored(id);
	}

	@Override
	public Member drawSlowly() {
		return this.jdbc.sql(Sql.SELECT_SLOWLY).query(JdbcMembers::member).single();
	}

	private static Member member(ResultSet row, int index) throws SQLException {
		return new Member(row.getLong("id"), row.getString("name"), row.getInt("age"), row.getLong("team_id"));
	}

}
