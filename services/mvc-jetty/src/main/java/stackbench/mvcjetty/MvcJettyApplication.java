package stackbench.mvcjetty;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.servlet.BlockingDatabaseConfiguration;
import stackbench.servlet.ServletConfiguration;
import stackbench.shared.JdbcMembers;
import stackbench.shared.JdbcPlaces;

/**
 * The targets on Jetty: <code>mvc-jetty</code> (platform threads) and
 * <code>mvc-jetty-vt</code> (virtual threads). They differ from <code>mvc</code> and
 * <code>mvc-vt</code> in the server only.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ BlockingDatabaseConfiguration.class, JdbcMembers.class, JdbcPlaces.class, ServletConfiguration.class })
public class MvcJettyApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(MvcJettyApplication.class, arguments);
	}

}
