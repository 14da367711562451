package stackbench.observability;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.WebFilter;

/** Lets no web page stop a reactive target. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.REACTIVE)
class ReactiveManagementGuardConfiguration {

	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	WebFilter managementGuard() {
		return (exchange, chain) -> {
			HttpHeaders headers = exchange.getRequest().getHeaders();
			if (BrowserRequest.isSuspected(headers.getFirst(HttpHeaders.HOST), headers.getOrigin())) {
				exchange.getResponse().setStatusCode(HttpStatus.FORBIDDEN);
				return exchange.getResponse().setComplete();
			}
			return chain.filter(exchange);
		};
	}

}
