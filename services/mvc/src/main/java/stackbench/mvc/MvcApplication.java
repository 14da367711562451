package stackbench.mvc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.servlet.ServletConfiguration;
import stackbench.servlet.tomcat.TomcatConfiguration;

/**
 * The targets on Tomcat: <code>mvc</code> (platform threads, JDBC), <code>mvc-vt</code>
 * (virtual threads), <code>mvc-1</code> (one thread) and <code>mvc-r2dbc</code> (R2DBC
 * instead of JDBC).
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ ServletConfiguration.class, TomcatConfiguration.class })
public class MvcApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(MvcApplication.class, arguments);
	}

}
