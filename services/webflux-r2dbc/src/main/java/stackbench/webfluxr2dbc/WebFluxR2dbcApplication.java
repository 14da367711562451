package stackbench.webfluxr2dbc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.shared.JsonConfiguration;
import stackbench.shared.NettyConfiguration;
import stackbench.shared.ReactiveProblems;
import stackbench.shared.WorkController;

/**
 * Netty and R2DBC: the target <code>webflux-r2dbc</code>.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ JsonConfiguration.class, NettyConfiguration.class, ReactiveProblems.class, WorkController.class })
public class WebFluxR2dbcApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(WebFluxR2dbcApplication.class, arguments);
	}

}
