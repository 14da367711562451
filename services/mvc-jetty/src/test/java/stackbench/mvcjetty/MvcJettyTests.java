package stackbench.mvcjetty;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.TargetTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class MvcJettyTests extends TargetTests {

	@Autowired
	private MeterRegistry meters;

	@Override
	protected void assertRunsHandlers(String thread, boolean virtual) {
		assertThat(thread).matches("qtp\\d+-\\d+");
		assertThat(virtual).isFalse();
	}

	@Override
	protected void assertWaitForDatabase(List<Runner> threads) {
		assertThat(threads).singleElement().satisfies((thread) -> assertRunsHandlers(thread.name(), thread.virtual()));
	}

	@Override
	protected int statementsAtOnce() {
		return 1;
	}

	/**
	 * Jetty skips what has arrived with its answer, then closes the connection. So much
	 * arrives in one piece with its request.
	 */
	@Override
	protected int unreadBodySize() {
		return 1_000;
	}

	/** The names that bottlenecks and dashboards read. */
	@Test
	void scrapesShowThreadsAndConnections() {
		assertThat(this.meters.get("jetty.threads.config.max").gauge().value()).isEqualTo(200);
		for (String gauge : List.of("jetty.threads.busy", "jetty.threads.current", "jetty.connections.current")) {
			assertThat(this.meters.find(gauge).gauge()).as(gauge).isNotNull();
		}
	}

}
