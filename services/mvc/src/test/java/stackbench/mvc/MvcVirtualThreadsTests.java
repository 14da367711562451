package stackbench.mvc;

import java.util.List;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.TargetTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "spring.threads.virtual.enabled=true")
class MvcVirtualThreadsTests extends TargetTests {

	@Override
	protected void assertRunsHandlers(String thread, boolean virtual) {
		assertThat(thread).startsWith("tomcat-handler-");
		assertThat(virtual).isTrue();
	}

	@Override
	protected void assertWaitForDatabase(List<Runner> threads) {
		assertThat(threads).singleElement().satisfies((thread) -> assertRunsHandlers(thread.name(), thread.virtual()));
	}

	@Override
	protected int statementsAtOnce() {
		return 1;
	}

}
