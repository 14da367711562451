package stackbench.observability;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * Gives scrapes precedence over requests if the priority of the scrape's thread cannot be
 * raised. Disable it unless the target has its own CPU quota: next to other processes,
 * lower priorities would leave this target less CPU time than the others.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnBooleanProperty(name = "observability.modest-threads", matchIfMissing = true)
class ModestThreadAutoConfiguration {

	@Bean
	FilterRegistrationBean<ModestThreadFilter> modestThreadFilter() {
		FilterRegistrationBean<ModestThreadFilter> registration = new FilterRegistrationBean<>(
				new ModestThreadFilter());
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
		registration.setEnabled(!UrgentThread.isPermitted());
		return registration;
	}

}
