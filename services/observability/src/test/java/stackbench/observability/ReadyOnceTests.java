package stackbench.observability;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The database is asked until it answers, and then left alone.
 */
class ReadyOnceTests {

	private final AtomicInteger questions = new AtomicInteger();

	@Test
	void blockingIndicatorIsAskedUntilItIsUp() {
		ReadyOnce.Blocking indicator = new ReadyOnce.Blocking(this::downTwiceThenUpThenDown);
		assertAskedThreeTimes(() -> indicator.health().getStatus());
	}

	@Test
	void reactiveIndicatorIsAskedUntilItIsUp() {
		ReadyOnce.Reactive indicator = new ReadyOnce.Reactive(() -> Mono.fromSupplier(this::downTwiceThenUpThenDown));
		assertAskedThreeTimes(() -> indicator.health().block().getStatus());
	}

	private void assertAskedThreeTimes(Supplier<Status> status) {
		assertThat(new Status[] { status.get(), status.get(), status.get(), status.get(), status.get() })
			.containsExactly(Status.DOWN, Status.DOWN, Status.UP, Status.UP, Status.UP);
		assertThat(this.questions).hasValue(3);
	}

	private Health downTwiceThenUpThenDown() {
		return (this.questions.incrementAndGet() == 3) ? Health.up().build() : Health.down().build();
	}

}
