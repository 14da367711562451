package stackbench.webfluxr2dbc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.shared.R2dbcConfiguration;
import stackbench.shared.ReactiveConfiguration;

/**
 * Netty and R2DBC: the target <code>webflux-r2dbc</code>.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ R2dbcConfiguration.class, ReactiveConfiguration.class })
public class WebFluxR2dbcApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(WebFluxR2dbcApplication.class, arguments);
	}

}
