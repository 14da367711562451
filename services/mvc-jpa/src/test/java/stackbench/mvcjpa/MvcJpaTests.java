package stackbench.mvcjpa;

import java.util.List;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.HibernateSql;
import stackbench.conformance.TargetTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class MvcJpaTests extends TargetTests {

	@Override
	protected void assertRunsHandlers(String thread, boolean virtual) {
		assertThat(thread).matches("http-nio.*-exec-\\d+");
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

	@Override
	protected String asSent(String sql) {
		return HibernateSql.of(sql);
	}

	@Override
	protected List<String> taking() {
		return HibernateSql.inOrder(super.taking());
	}

}
