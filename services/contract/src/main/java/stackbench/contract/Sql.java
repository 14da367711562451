package stackbench.contract;

/**
 * The SQL of all targets. Spring's JdbcClient and DatabaseClient both support
 * <code>:name</code> placeholders, so that both send the same text.
 */
public final class Sql {

	/** One row by primary key; parameter <code>id</code>. */
	public static final String SELECT_MEMBER = "SELECT id, name, age, team_id FROM member WHERE id = :id";

	/**
	 * Inserts a row and returns the generated key as the column <code>id</code>;
	 * parameters <code>name</code>, <code>age</code> and <code>teamId</code>. RETURNING
	 * is explicit because only the R2DBC driver appends it when generated keys are
	 * requested.
	 */
	public static final String INSERT_MEMBER = "INSERT INTO member (name, age, team_id) VALUES (:name, :age, :teamId) RETURNING id";

	/**
	 * A random row of ten; the database sleeps 1 ms for each of the ten.
	 */
	public static final String SELECT_SLOWLY = "SELECT id, name, age, team_id FROM slow_member WHERE SLEEP(0.001) = 0 ORDER BY RAND() LIMIT 1";

	/** Locks an event until the transaction ends; parameter <code>event</code>. */
	public static final String LOCK_EVENT = "SELECT places_left FROM event WHERE id = :event FOR UPDATE";

	/**
	 * Stores the number of places left; parameters <code>placesLeft</code> and
	 * <code>event</code>. Not a decrement in SQL, which would hide a missing row lock.
	 */
	public static final String UPDATE_EVENT = "UPDATE event SET places_left = :placesLeft WHERE id = :event";

	/** Inserts a row for the place taken; parameter <code>event</code>. */
	public static final String INSERT_PLACE = "INSERT INTO place (event_id) VALUES (:event)";

	private Sql() {
	}

}
