package stackbench.observability;

import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import stackbench.observability.Client.Answer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Health, exposed endpoints, overriding of defaults, and shutdown.
 */
class ManagementEndpointsTests {

	/** A path where no database can be created. */
	private static final String UNREACHABLE = "/proc/none/database";

	static Stream<Starter> stacks() {
		return Stream.of(TestTarget::servlet, TestTarget::reactive);
	}

	@ParameterizedTest
	@MethodSource("stacks")
	void isHealthyWithItsDatabase(Starter stack) throws Exception {
		try (TestTarget target = stack.start()) {
			assertThat(ask(target, "GET", "/actuator/health").status()).contains(" 200");
			assertThat(ask(target, "GET", "/actuator/env").status()).contains(" 404");
		}
	}

	@ParameterizedTest
	@MethodSource("stacks")
	void isNotHealthyWithoutItsDatabase(Starter stack) throws Exception {
		try (TestTarget target = stack.start("--spring.datasource.url=jdbc:h2:file:" + UNREACHABLE,
				"--spring.datasource.hikari.connection-timeout=250",
				"--spring.r2dbc.url=r2dbc:h2:file://" + UNREACHABLE, "--spring.r2dbc.username=sa")) {
			assertThat(ask(target, "GET", "/actuator/health").status()).contains(" 503");
			assertThat(target.scrape().names()).contains("process_cpu_time_ns_total");
		}
	}

	@ParameterizedTest
	@MethodSource("stacks")
	void defaultsCanBeOverridden(Starter stack) throws Exception {
		try (TestTarget target = stack.start("--management.metrics.tags.target=other",
				"--management.metrics.enable.jvm.buffer=true")) {
			assertThat(target.scrape().samples()).anyMatch((sample) -> sample.startsWith("jvm_buffer_count"))
				.allMatch((sample) -> sample.contains("target=\"other\""));
		}
	}

	@ParameterizedTest
	@MethodSource("stacks")
	void stopsOnRequest(Starter stack) throws Exception {
		try (TestTarget target = stack.start()) {
			assertThat(ask(target, "POST", "/actuator/shutdown").status()).contains(" 200");
			Awaitility.await().until(() -> !target.isRunning());
		}
	}

	private static Answer ask(TestTarget target, String method, String path) throws Exception {
		Client management = target.connectToManagement();
		management.send(method, path);
		return management.receive();
	}

	/**
	 * Starts a target of one stack.
	 */
	interface Starter {

		TestTarget start(String... arguments);

	}

}
