package stackbench.conformance;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What every target does when there is no database.
 */
public abstract class DatabaseDownTests {

	/** Nobody listens on this port: it is reserved, and privileged. */
	private static final int CLOSED_PORT = 1;

	private Client client;

	@Value("${local.server.port}")
	private int port;

	@Value("${local.management.port}")
	private int managementPort;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry properties) {
		properties.add("DB_PORT", () -> CLOSED_PORT);
		properties.add("DB_ACQUIRE_TIMEOUT_MS", () -> 500);
	}

	@BeforeEach
	void open() {
		this.client = new Client(this.port);
	}

	@Test
	void saysThatTheDatabaseIsNotAvailable() {
		TargetTests.assertUnavailable(this.client.get("/members/1"), "/members/1");
	}

	@Test
	void answersWhatNeedsNoDatabase() {
		assertThat(this.client.get("/simple").status()).isEqualTo(200);
		assertThat(this.client.get("/members/0").status()).isEqualTo(400);
	}

	@Test
	void isNotReady() {
		assertThat(new Client(this.managementPort).get("/actuator/health").status()).isEqualTo(503);
	}

}
