package stackbench.mvc;

import java.util.List;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.FanOutTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "FAN_OUT=futures")
class MvcFuturesTests extends FanOutTests {

	@Override
	protected void assertMakeCalls(List<Runner> threads) {
		assertThat(threads).allSatisfy((thread) -> {
			assertThat(thread.name()).matches("fan-out-\\d+");
			assertThat(thread.virtual()).isFalse();
		});
	}

}
