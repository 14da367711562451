package stackbench.observability;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A running {@link TestApplication} on free ports.
 */
class TestTarget implements AutoCloseable {

	private static final String[] PORTS = { "--server.port=0", "--management.server.port=0", "--TARGET=under-test" };

	/** Boot configures JDBC only if R2DBC is absent. */
	private static final String SERVLET_ONLY = "--spring.autoconfigure.exclude="
			+ "org.springframework.boot.r2dbc.autoconfigure.R2dbcAutoConfiguration";

	/**
	 * With both servers on the class path, Boot would run the reactive target on Tomcat.
	 */
	private static final String REACTIVE_ONLY = "--spring.autoconfigure.exclude="
			+ "org.springframework.boot.tomcat.autoconfigure.reactive.TomcatReactiveWebServerAutoConfiguration,"
			+ "org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration,"
			+ "org.springframework.boot.tomcat.autoconfigure.metrics.TomcatMetricsAutoConfiguration";

	private final ConfigurableApplicationContext context;

	private final Gate gate;

	private final List<Client> clients = new ArrayList<>();

	private TestTarget(WebApplicationType type, Stream<String> arguments) {
		SpringApplication application = new SpringApplicationBuilder(TestApplication.class).web(type).build();
		this.context = application.run(Stream.concat(Stream.of(PORTS), arguments).toArray(String[]::new));
		this.gate = this.context.getBean(Gate.class);
	}

	static TestTarget servlet(String... arguments) {
		return new TestTarget(WebApplicationType.SERVLET, Stream.concat(Stream.of(SERVLET_ONLY), Stream.of(arguments)));
	}

	static TestTarget reactive(String... arguments) {
		return new TestTarget(WebApplicationType.REACTIVE,
				Stream.concat(Stream.of(REACTIVE_ONLY), Stream.of(arguments)));
	}

	Gate gate() {
		return this.gate;
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	boolean isRunning() {
		return this.context.isActive();
	}

	/**
	 * Opens connections and sends one request on each, so that the server has accepted
	 * them.
	 */
	List<Client> connect(int number) throws IOException {
		List<Client> connected = new ArrayList<>();
		for (int i = 0; i < number; i++) {
			Client client = open("local.server.port");
			client.send("/simple");
			client.receive();
			connected.add(client);
		}
		return connected;
	}

	Client connectToManagement() throws IOException {
		return open("local.management.port");
	}

	Scrape scrape() throws IOException {
		Client management = connectToManagement();
		management.send("/actuator/prometheus");
		return new Scrape(management.receive());
	}

	private Client open(String portProperty) throws IOException {
		Client client = new Client(this.context.getEnvironment().getRequiredProperty(portProperty, Integer.class));
		this.clients.add(client);
		return client;
	}

	@Override
	public void close() throws IOException {
		this.gate.open();
		for (Client client : this.clients) {
			client.close();
		}
		this.context.close();
	}

}
