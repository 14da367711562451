package stackbench.mvcvtscope;

import java.util.List;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.FanOutTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "FAN_OUT=scope", "spring.threads.virtual.enabled=true" })
class MvcVtScopeTests extends FanOutTests {

	@Override
	protected void assertMakeCalls(List<Runner> threads) {
		assertThat(threads).allSatisfy((thread) -> {
			assertThat(thread.name()).isEmpty();
			assertThat(thread.virtual()).isTrue();
		});
	}

}
