package stackbench.observability;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * Scrapes go before requests where the scrape's thread may not be made urgent. Only where
 * the target's CPU is its own (a quota): beside other processes its threads alone would
 * have less of it than theirs, and than those of the other targets.
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
