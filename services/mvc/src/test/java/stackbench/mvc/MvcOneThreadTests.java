package stackbench.mvc;

import java.util.List;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.TargetTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "server.tomcat.threads.max=1", "server.tomcat.threads.min-spare=1" })
class MvcOneThreadTests extends TargetTests {

	@Override
	protected void assertRunsHandlers(String thread, boolean virtual) {
		assertThat(thread).matches("http-nio.*-exec-1");
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
	protected boolean servesManyAtOnce() {
		return false;
	}

}
