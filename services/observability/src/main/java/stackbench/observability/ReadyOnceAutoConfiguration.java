package stackbench.observability;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Makes {@code /actuator/health} mean 'started, and the database has answered once'.
 * Further checks during a measurement would use a connection of the pool under test and
 * add statements to those that the database counts.
 */
@AutoConfiguration
class ReadyOnceAutoConfiguration {

	@Bean
	static BeanPostProcessor readyOnce(ObjectProvider<CompilerPrecedence> precedence) {
		// The first query fills the pool, on threads that its own thread has created.
		Runnable whenUp = () -> precedence.getObject().establish();
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String name) {
				return switch (bean) {
					case HealthIndicator indicator -> new ReadyOnce.Blocking(indicator, whenUp);
					case ReactiveHealthIndicator indicator -> new ReadyOnce.Reactive(indicator, whenUp);
					default -> bean;
				};
			}

		};
	}

}
