package stackbench.mvc;

import java.util.List;

import javax.sql.DataSource;

import io.r2dbc.spi.ConnectionFactory;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.ActiveProfiles;

import stackbench.conformance.TargetTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("r2dbc")
class MvcR2dbcTests extends TargetTests {

	@Autowired
	private ApplicationContext context;

	@Override
	protected void assertRunsHandlers(String thread, boolean virtual) {
		assertThat(thread).matches("http-nio.*-exec-\\d+");
		assertThat(virtual).isFalse();
	}

	@Override
	protected void assertWaitForDatabase(List<Runner> threads) {
		assertThat(threads).isEmpty();
	}

	@Override
	protected int statementsAtOnce() {
		return 4;
	}

	@Test
	void hasThePoolOfOneDriverOnly() {
		assertThat(this.context.getBeansOfType(ConnectionFactory.class)).hasSize(1);
		assertThat(this.context.getBeansOfType(DataSource.class)).isEmpty();
	}

}
