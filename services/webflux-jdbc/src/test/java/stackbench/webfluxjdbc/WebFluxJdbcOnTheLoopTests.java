package stackbench.webfluxjdbc;

import java.util.List;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.TargetTests;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "JDBC_SCHEDULER=none")
class WebFluxJdbcOnTheLoopTests extends TargetTests {

	@Override
	protected void assertRunsHandlers(String thread, boolean virtual) {
		// An event loop; outside of tests, where it is shared, its name begins with
		// reactor.
		assertThat(thread).matches("(webflux|reactor)-http-(epoll|nio)-\\d+");
		assertThat(virtual).isFalse();
	}

	@Override
	protected void assertRunsBlockingCalls(String thread, boolean virtual) {
		assertThat(thread).matches("offload-\\d+");
		assertThat(virtual).isFalse();
	}

	@Override
	protected void assertWaitForDatabase(List<String> threads) {
		assertThat(threads).singleElement().asString().matches("(webflux|reactor)-http-(epoll|nio)-\\d+");
	}

	@Override
	protected int statementsAtOnce() {
		return 1;
	}

	@Override
	protected boolean servesManyAtOnce() {
		// Two connections may have the same event loop.
		return false;
	}

}
