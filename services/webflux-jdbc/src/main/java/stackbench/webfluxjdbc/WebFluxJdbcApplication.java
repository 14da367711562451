package stackbench.webfluxjdbc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.shared.JdbcMembers;
import stackbench.shared.JsonConfiguration;
import stackbench.shared.NettyConfiguration;
import stackbench.shared.ReactiveProblems;
import stackbench.shared.WorkController;

/**
 * Netty, and JDBC on a scheduler of its own: the target <code>webflux-jdbc</code>.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ JdbcMembers.class, JsonConfiguration.class, NettyConfiguration.class, ReactiveProblems.class,
		WorkController.class })
public class WebFluxJdbcApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(WebFluxJdbcApplication.class, arguments);
	}

}
