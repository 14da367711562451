package stackbench.contract;

/**
 * The SQL of all targets. The <code>:name</code> placeholders are understood by Spring's
 * JdbcClient and by its DatabaseClient, so that both send the same text.
 */
public final class Sql {

	/** One row by primary key; parameter <code>id</code>. */
	public static final String SELECT_MEMBER = "SELECT id, name, age, team_id FROM member WHERE id = :id";

	/**
	 * One row, answering the generated key as the column <code>id</code>; parameters
	 * <code>name</code>, <code>age</code> and <code>teamId</code>. The RETURNING is
	 * spelled out because the R2DBC driver appends it when asked for generated keys and
	 * the JDBC driver does not.
	 */
	public static final String INSERT_MEMBER = "INSERT INTO member (name, age, team_id) VALUES (:name, :age, :teamId) RETURNING id";

	private Sql() {
	}

}
