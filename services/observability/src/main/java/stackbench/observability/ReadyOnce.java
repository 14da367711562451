package stackbench.observability;

import reactor.core.publisher.Mono;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Health indicators that query another one until it is up for the first time, and then
 * cache that result. Just before they report it for the first time, they run a task.
 */
final class ReadyOnce {

	private ReadyOnce() {
	}

	private static boolean isUp(Health health) {
		return Status.UP.equals(health.getStatus());
	}

	/**
	 * For indicators that block.
	 */
	static final class Blocking implements HealthIndicator {

		private final HealthIndicator indicator;

		private final Runnable whenUp;

		private volatile Health up;

		Blocking(HealthIndicator indicator, Runnable whenUp) {
			this.indicator = indicator;
			this.whenUp = whenUp;
		}

		@Override
		public Health health() {
			if (this.up != null) {
				return this.up;
			}
			Health health = this.indicator.health();
			if (isUp(health)) {
				this.whenUp.run();
				this.up = health;
			}
			return health;
		}

	}

	/**
	 * For reactive indicators.
	 */
	static final class Reactive implements ReactiveHealthIndicator {

		private final ReactiveHealthIndicator indicator;

		private final Runnable whenUp;

		private volatile Health up;

		Reactive(ReactiveHealthIndicator indicator, Runnable whenUp) {
			this.indicator = indicator;
			this.whenUp = whenUp;
		}

		@Override
		public Mono<Health> health() {
			return (this.up != null) ? Mono.just(this.up) : this.indicator.health().doOnNext(this::remember);
		}

		private void remember(Health health) {
			if (isUp(health)) {
				this.whenUp.run();
				this.up = health;
			}
		}

	}

}
