package stackbench.mvc;

import java.util.List;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.TargetTests;
import stackbench.shared.JdbcMembers;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class MvcTests extends TargetTests {

	@Override
	protected void assertRunsHandlers(String thread, boolean virtual) {
		assertThat(thread).matches("http-nio.*-exec-\\d+");
		assertThat(virtual).isFalse();
	}

	@Override
	protected String members() {
		return JdbcMembers.class.getName();
	}

	@Override
	protected void assertWaitForDatabase(List<String> threads) {
		assertThat(threads).singleElement().asString().matches("http-nio.*-exec-\\d+");
	}

}
