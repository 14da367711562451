package stackbench.observability;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Lets no web page stop a servlet target. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
class ServletManagementGuardConfiguration {

	@Bean
	FilterRegistrationBean<Filter> managementGuard() {
		FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
			HttpServletRequest http = (HttpServletRequest) request;
			if (BrowserRequest.isSuspected(http.getHeader("Host"), http.getHeader("Origin"))) {
				((HttpServletResponse) response).setStatus(HttpServletResponse.SC_FORBIDDEN);
				return;
			}
			chain.doFilter(request, response);
		});
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
		return registration;
	}

}
