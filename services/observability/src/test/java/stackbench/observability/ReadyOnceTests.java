package stackbench.observability;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The database is queried until it is up, and not again; then the task runs once.
 */
class ReadyOnceTests {

	private final AtomicInteger queries = new AtomicInteger();

	private final List<Integer> queriesWhenUp = new ArrayList<>();

	@Test
	void blockingIndicatorIsQueriedUntilItIsUp() {
		ReadyOnce.Blocking indicator = new ReadyOnce.Blocking(this::downTwiceThenUpThenDown, this::whenUp);
		assertQueriedThreeTimes(() -> indicator.health().getStatus());
	}

	@Test
	void reactiveIndicatorIsQueriedUntilItIsUp() {
		ReadyOnce.Reactive indicator = new ReadyOnce.Reactive(() -> Mono.fromSupplier(this::downTwiceThenUpThenDown),
				this::whenUp);
		assertQueriedThreeTimes(() -> indicator.health().block().getStatus());
	}

	private void assertQueriedThreeTimes(Supplier<Status> status) {
		assertThat(new Status[] { status.get(), status.get(), status.get(), status.get(), status.get() })
			.containsExactly(Status.DOWN, Status.DOWN, Status.UP, Status.UP, Status.UP);
		assertThat(this.queries).hasValue(3);
		assertThat(this.queriesWhenUp).containsExactly(3);
	}

	private void whenUp() {
		this.queriesWhenUp.add(this.queries.get());
	}

	private Health downTwiceThenUpThenDown() {
		return (this.queries.incrementAndGet() == 3) ? Health.up().build() : Health.down().build();
	}

}
