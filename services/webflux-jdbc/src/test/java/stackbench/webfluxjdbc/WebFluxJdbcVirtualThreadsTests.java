package stackbench.webfluxjdbc;

import java.util.List;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.NettyTargetTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "JDBC_SCHEDULER=virtual")
class WebFluxJdbcVirtualThreadsTests extends NettyTargetTests {

	@Override
	protected void assertWaitForDatabase(List<Runner> threads) {
		assertThat(threads).singleElement().satisfies((thread) -> {
			assertThat(thread.name()).matches("jdbc-\\d+");
			assertThat(thread.virtual()).isTrue();
		});
	}

	@Override
	protected int statementsAtOnce() {
		return 4;
	}

}
