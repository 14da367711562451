package stackbench.coroutines;

import java.util.List;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.NettyTargetTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class WebFluxCoroutinesTests extends NettyTargetTests {

	@Override
	protected void assertWaitForDatabase(List<Runner> threads) {
		assertThat(threads).isEmpty();
	}

	@Override
	protected int statementsAtOnce() {
		return 4;
	}

}
