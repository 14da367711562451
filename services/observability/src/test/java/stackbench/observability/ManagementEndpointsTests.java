package stackbench.observability;

import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import stackbench.observability.Client.Answer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Health, exposed endpoints, overriding of defaults, and who may request a shutdown.
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

	@ParameterizedTest
	@MethodSource("stacks")
	void refusesWhatAWebPageRequests(Starter stack) throws Exception {
		try (TestTarget target = stack.start()) {
			for (String headers : List.of("Host: localhost\r\nOrigin: https://example.org",
					"Host: localhost:9081\r\nOrigin: http://localhost:9081", "Host: 127.0.0.1\r\nOrigin: null",
					"Host: example.org:9081", "Host: localhost.example.org")) {
				Answer answer = ask(target, "POST", "/actuator/shutdown", headers);
				assertThat(answer.status()).as(headers).contains(" 403");
			}
			assertThat(ask(target, "GET", "/actuator/health", "Host: example.org").status()).contains(" 403");
			for (String headers : List.of("Host: 127.0.0.1:9081", "Host: [::1]:9081", "Host: webflux-r2dbc:9084",
					"Host: 172.18.0.5:9081")) {
				assertThat(ask(target, "GET", "/actuator/health", headers).status()).as(headers).contains(" 200");
			}
			assertThat(target.isRunning()).isTrue();
		}
	}

	private static Answer ask(TestTarget target, String method, String path) throws Exception {
		return ask(target, method, path, "Host: localhost");
	}

	private static Answer ask(TestTarget target, String method, String path, String headers) throws Exception {
		Client management = target.connectToManagement();
		management.send(method, path, headers);
		return management.receive();
	}

	/**
	 * Starts a target of one stack.
	 */
	interface Starter {

		TestTarget start(String... arguments);

	}

}
