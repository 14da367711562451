package stackbench.conformance;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import stackbench.conformance.Catalogue.Request;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Behaviour of every target while neither the database nor the downstream service runs.
 */
public abstract class DatabaseDownTests {

	/** A reserved, privileged port on which nothing listens. */
	static final int CLOSED_PORT = 1;

	private Client client;

	@Autowired
	private ConfigurableListableBeanFactory beans;

	@Value("${local.server.port}")
	private int port;

	@Value("${local.management.port}")
	private int managementPort;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry properties) {
		properties.add("DB_PORT", () -> CLOSED_PORT);
		properties.add("DB_ACQUIRE_TIMEOUT_MS", () -> 500);
		properties.add("DOWNSTREAM_URL", () -> "http://127.0.0.1:" + CLOSED_PORT);
	}

	@BeforeEach
	void open() {
		this.client = new Client(this.port);
	}

	@Test
	void reportsDatabaseUnavailable() {
		TargetTests.assertUnavailable(this.client.get("/members/1"), "/members/1");
	}

	@Test
	void reportsDatabaseUnavailableToTransactions() {
		String path = "/events/1/places";
		TargetTests.assertUnavailable(this.client.send(new Request("POST", path, null, null)).join(), path);
	}

	@Test
	void servesRequestsThatNeedNoDatabase() {
		assertThat(this.client.get("/simple").status()).isEqualTo(200);
		assertThat(this.client.get("/members/0").status()).isEqualTo(400);
	}

	@Test
	void reportsDownstreamUnavailable() {
		for (String path : List.of("/remote", "/remote-sequential", "/remote-slow")) {
			TargetTests.assertDownstreamUnavailable(this.client.get(path), path);
		}
	}

	@Test
	void reportsDatabaseUnavailableWithoutMongoDb() {
		for (String path : List.of("/documents/1", "/documents-sequential/1")) {
			TargetTests.assertUnavailable(this.client.get(path), path);
			assertThat(this.client.get(path.replace("1", "0")).status()).isEqualTo(400);
		}
	}

	/**
	 * Clients that a scenario does not use must not change the target that it measures.
	 */
	@Test
	void createsNoMongoDbClientByDefaultAndDownstreamClientsLazily() {
		for (String name : this.beans.getBeanDefinitionNames()) {
			String type = String.valueOf(this.beans.getType(name, false));
			assertThat(type).doesNotContain("com.mongodb.", "data.mongodb.");
			if (type.matches(".*(RestClient|WebClient|ConnectionProvider|CloseableHttpClient)")) {
				assertThat(this.beans.getBeanDefinition(name).isLazyInit()).as(name).isTrue();
			}
		}
	}

	@Test
	void isNotReady() {
		assertThat(new Client(this.managementPort).get("/actuator/health").status()).isEqualTo(503);
	}

}
