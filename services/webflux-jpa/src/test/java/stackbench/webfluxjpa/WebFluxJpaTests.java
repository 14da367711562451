package stackbench.webfluxjpa;

import java.util.List;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.HibernateSql;
import stackbench.conformance.NettyTargetTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class WebFluxJpaTests extends NettyTargetTests {

	@Override
	protected void assertWaitForDatabase(List<Runner> threads) {
		assertThat(threads).singleElement().satisfies((thread) -> {
			assertThat(thread.name()).matches("jdbc-\\d+");
			assertThat(thread.virtual()).isFalse();
		});
	}

	@Override
	protected int statementsAtOnce() {
		return 4;
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
