package stackbench.webfluxjdbc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.shared.JdbcMembers;
import stackbench.shared.JdbcPlaces;
import stackbench.shared.ReactiveConfiguration;
import stackbench.shared.jdbc.OffloadedDatabaseConfiguration;

/**
 * The targets on Netty with JDBC: <code>webflux-jdbc</code> (JDBC on a bounded
 * scheduler), <code>webflux-jdbc-vt</code> (on virtual threads) and
 * <code>webflux-jdbc-loop</code> (on the event loop).
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ JdbcMembers.class, JdbcPlaces.class, OffloadedDatabaseConfiguration.class, ReactiveConfiguration.class })
public class WebFluxJdbcApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(WebFluxJdbcApplication.class, arguments);
	}

}
