package stackbench.webfluxjdbc;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.QueryTimeoutException;

import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import stackbench.shared.jdbc.JdbcCalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The wait for a thread has a timeout, a running call has none.
 */
class JdbcCallsTests {

	/** Enough to start a call on a free thread, even on a busy machine. */
	private static final Duration TIMEOUT = Duration.ofSeconds(3);

	private final Scheduler oneThread = Schedulers.newBoundedElastic(1, 100, "jdbc");

	private final JdbcCalls calls = JdbcCalls.queuedByTheScheduler(this.oneThread, TIMEOUT);

	private final JdbcCalls impatient = JdbcCalls.queuedByTheScheduler(this.oneThread, Duration.ofMillis(200));

	@AfterEach
	void dispose() {
		this.oneThread.dispose();
	}

	@Test
	void aCallMayTakeLongerThanTheTimeout() {
		String thread = this.calls.run(() -> {
			Thread.sleep(TIMEOUT.plusSeconds(1));
			return Thread.currentThread().getName();
		}).block();
		assertThat(thread).startsWith("jdbc");
	}

	@Test
	void aCallWithoutAThreadTimesOutAndNeverRuns() {
		CountDownLatch held = new CountDownLatch(1);
		CompletableFuture<String> first = this.calls.run(() -> {
			held.await();
			return "first";
		}).toFuture();
		CompletableFuture<String> late = new CompletableFuture<>();
		assertThatExceptionOfType(QueryTimeoutException.class)
			.isThrownBy(() -> this.impatient.run(() -> late.complete("ran")).block());
		held.countDown();
		assertThat(first.join()).isEqualTo("first");
		assertThat(this.calls.run(() -> "next").block()).isEqualTo("next");
		assertThat(late).isNotDone();
	}

	@Test
	void aRunningCallIsNotInterruptedOnCancellation() throws Exception {
		for (JdbcCalls either : List.of(this.calls, JdbcCalls.queuedByThePool(this.oneThread))) {
			CountDownLatch begun = new CountDownLatch(1);
			CountDownLatch givenUp = new CountDownLatch(1);
			CompletableFuture<String> undisturbed = new CompletableFuture<>();
			Disposable request = either.run(() -> {
				begun.countDown();
				givenUp.await();
				return undisturbed.complete("ended");
			}).subscribe();
			assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
			request.dispose();
			givenUp.countDown();
			assertThat(undisturbed).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("ended");
		}
	}

}
