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

	/**
	 * One row of ten, drawn anew every time; the database sleeps 1 ms for each of the
	 * ten.
	 */
	public static final String SELECT_SLOWLY = "SELECT id, name, age, team_id FROM slow_member WHERE SLEEP(0.001) = 0 ORDER BY RAND() LIMIT 1";

	/** Locks an event until the transaction ends; parameter <code>event</code>. */
	public static final String LOCK_EVENT = "SELECT places_left FROM event WHERE id = :event FOR UPDATE";

	/**
	 * Stores the places left as computed from what was read; parameters
	 * <code>placesLeft</code> and <code>event</code>. Not a decrement in SQL: were the
	 * row not locked, that would hide it.
	 */
	public static final String UPDATE_EVENT = "UPDATE event SET places_left = :placesLeft WHERE id = :event";

	/** One row for a place that was taken; parameter <code>event</code>. */
	public static final String INSERT_PLACE = "INSERT INTO place (event_id) VALUES (:event)";

	private Sql() {
	}

}
