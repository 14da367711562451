package stackbench.webfluxjdbc;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.web.reactive.function.client.WebClient;

import stackbench.conformance.NettyTargetTests;
import stackbench.conformance.ThreadDump.Runner;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class WebFluxJdbcTests extends NettyTargetTests {

	@Autowired
	private MeterRegistry meters;

	@Autowired
	private Scheduler jdbc;

	@Value("${spring.datasource.hikari.maximum-pool-size}")
	private int threads;

	@Value("${local.server.port}")
	private int port;

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

	/** The pool registers its gauges with its first connection. */
	@Test
	void scrapesShowThePool() {
		WebClient client = WebClient.create("http://127.0.0.1:" + this.port);
		client.get().uri("/members/1").retrieve().toBodilessEntity().block();
		for (String gauge : List.of("active", "pending", "idle", "max")) {
			assertThat(this.meters.find("hikaricp.connections." + gauge).gauge()).as(gauge).isNotNull();
		}
	}

	@Test
	void scrapesShowCallsThatWaitForAThread() throws Exception {
		CountDownLatch begun = new CountDownLatch(this.threads);
		CountDownLatch end = new CountDownLatch(1);
		try {
			for (int call = 0; call < this.threads + 3; call++) {
				Mono.fromCallable(() -> {
					begun.countDown();
					return end.await(30, TimeUnit.SECONDS);
				}).subscribeOn(this.jdbc).subscribe();
			}
			assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
			assertThat(this.meters.get("reactor.scheduler.queued.tasks").tag("name", "jdbc").gauge().value())
				.isEqualTo(3);
		}
		finally {
			end.countDown();
		}
	}

}
