package stackbench.mvc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.shared.JsonConfiguration;
import stackbench.shared.WorkController;

/**
 * Tomcat and JDBC. On platform threads this is the target <code>mvc</code>, on virtual
 * threads <code>mvc-vt</code>, with one thread <code>mvc-1</code>; with R2DBC in JDBC's
 * place <code>mvc-r2dbc</code>.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ JsonConfiguration.class, WorkController.class })
public class MvcApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(MvcApplication.class, arguments);
	}

}
