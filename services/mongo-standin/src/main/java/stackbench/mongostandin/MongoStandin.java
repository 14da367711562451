package stackbench.mongostandin;

import java.io.PrintStream;
import java.util.Optional;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;

/**
 * Usage: <code>java -jar mongo-standin.jar [address [port]]</code>. The arguments default
 * to <code>MONGO_ADDRESS</code> and <code>MONGO_PORT</code>, and these to 127.0.0.1 and
 * 27117.
 */
public final class MongoStandin {

	private static final int BAD_INPUT = 2;

	private static final int MAX_PORT = 65_535;

	private MongoStandin() {
	}

	public static void main(String[] arguments) {
		String address = argument(arguments, 0, "MONGO_ADDRESS").orElse("127.0.0.1");
		String port = argument(arguments, 1, "MONGO_PORT").orElse("27117");
		if (start(address, port, System.out, System.err).isEmpty()) {
			System.exit(BAD_INPUT);
		}
	}

	private static Optional<String> argument(String[] arguments, int index, String variable) {
		return (index < arguments.length) ? Optional.of(arguments[index])
				: Optional.ofNullable(System.getenv(variable));
	}

	/**
	 * Starts an empty server that runs until the JVM ends.
	 * @param address to listen on
	 * @param port in digits; 0 for any free port
	 * @param out receives one line when clients can connect
	 * @param errors receives one line if the server cannot start
	 * @return the server; empty if it cannot start
	 */
	static Optional<MongoServer> start(String address, String port, PrintStream out, PrintStream errors) {
		if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > MAX_PORT) {
			errors.println("mongo-standin: port " + port + ": accepted is a whole number from 0 to " + MAX_PORT);
			return Optional.empty();
		}
		MongoServer server = new MongoServer(new MemoryBackend());
		try {
			server.bind(address, Integer.parseInt(port));
		}
		catch (Exception ex) {
			// Netty throws BindException, which is checked, without declaring it.
			server.shutdownNow();
			errors.println("mongo-standin: cannot listen on " + address + ":" + port + ": " + ex.getMessage());
			return Optional.empty();
		}
		Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
		out.println("mongo-standin is ready on " + address + ":" + server.getLocalAddress().getPort());
		return Optional.of(server);
	}

}
