package stackbench.conformance;

import java.util.List;
import java.util.Map;

import static java.util.Map.entry;

/**
 * The statements of the contract in Hibernate's words. They are as many, on the same
 * rows.
 */
public final class HibernateSql {

	private static final Map<String, String> BY_CONTRACT = Map.ofEntries(
			entry("SELECT id, name, age, team_id FROM member WHERE id = (\\d+)",
					"select me1_0.id,me1_0.age,me1_0.name,me1_0.team_id from member me1_0 where me1_0.id=$1"),
			entry("INSERT INTO member \\(name, age, team_id\\) VALUES \\((.+), (\\d+), (\\d+)\\) RETURNING id",
					"insert into member (age,name,team_id) values ($2,$1,$3)"),
			entry("SELECT places_left FROM event WHERE id = (\\d+) FOR UPDATE",
					"select ee1_0.id,ee1_0.places_left from event ee1_0 where ee1_0.id=$1 for update"),
			entry("UPDATE event SET places_left = (\\d+) WHERE id = (\\d+)",
					"update event set places_left=$1 where id=$2"),
			entry("INSERT INTO place \\(event_id\\) VALUES \\((\\d+)\\)", "insert into place (event_id) values ($1)"));

	private HibernateSql() {
	}

	/**
	 * Translates a statement.
	 * @param sql the statement of the contract
	 * @return that of Hibernate; the same if the target passes it on as it is
	 */
	public static String of(String sql) {
		return BY_CONTRACT.entrySet()
			.stream()
			.filter((statement) -> sql.matches(statement.getKey()))
			.map((statement) -> sql.replaceAll(statement.getKey(), statement.getValue()))
			.findFirst()
			.orElse(sql);
	}

	/**
	 * The transaction of <code>lock</code>: Hibernate sends an INSERT with a generated
	 * key at once, an UPDATE with the commit.
	 * @param statements of the contract: SELECT, UPDATE, INSERT
	 * @return the same, in Hibernate's order
	 */
	public static List<String> inOrder(List<String> statements) {
		return List.of(statements.get(0), statements.get(2), statements.get(1));
	}

}
