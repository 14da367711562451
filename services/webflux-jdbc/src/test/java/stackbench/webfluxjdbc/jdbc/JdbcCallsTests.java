package stackbench.webfluxjdbc.jdbc;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.QueryTimeoutException;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The wait for a thread has an end, the call that has one does not.
 */
class JdbcCallsTests {

	private static final Duration PATIENCE = Duration.ofMillis(200);

	private final Scheduler oneThread = Schedulers.newBoundedElastic(1, 100, "jdbc");

	private final JdbcCalls calls = JdbcCalls.queuedByTheScheduler(this.oneThread, PATIENCE);

	@AfterEach
	void dispose() {
		this.oneThread.dispose();
	}

	@Test
	void aCallThatTakesLongerThanTheWaitIsAnsweredFromItsThread() {
		String thread = this.calls.run(() -> {
			Thread.sleep(PATIENCE.multipliedBy(2));
			return Thread.currentThread().getName();
		}).block();
		assertThat(thread).startsWith("jdbc");
	}

	@Test
	void oneThatGetsNoThreadInTimeIsGivenUpAndNeverRuns() {
		CountDownLatch held = new CountDownLatch(1);
		CompletableFuture<String> first = this.calls.run(() -> {
			held.await();
			return "first";
		}).toFuture();
		CompletableFuture<String> late = new CompletableFuture<>();
		assertThatExceptionOfType(QueryTimeoutException.class)
			.isThrownBy(() -> this.calls.run(() -> late.complete("ran")).block());
		held.countDown();
		assertThat(first.join()).isEqualTo("first");
		assertThat(this.calls.run(() -> "next").block()).isEqualTo("next");
		assertThat(late).isNotDone();
	}

}
