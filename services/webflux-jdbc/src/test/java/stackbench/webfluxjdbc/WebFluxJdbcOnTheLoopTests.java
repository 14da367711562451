package stackbench.webfluxjdbc;

import java.util.List;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.NettyTargetTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "JDBC_SCHEDULER=none")
class WebFluxJdbcOnTheLoopTests extends NettyTargetTests {

	@Override
	protected void assertWaitForDatabase(List<Runner> threads) {
		assertThat(threads).singleElement().satisfies((thread) -> assertRunsHandlers(thread.name(), thread.virtual()));
	}

	@Override
	protected int statementsAtOnce() {
		return 1;
	}

	@Override
	protected boolean servesManyAtOnce() {
		// Two connections may share an event loop.
		return false;
	}

}
