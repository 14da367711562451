package stackbench.mvc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.shared.JdbcMembers;
import stackbench.shared.JsonConfiguration;
import stackbench.shared.WorkController;

/**
 * Tomcat and JDBC. On platform threads this is the target <code>mvc</code>, on virtual
 * threads <code>mvc-vt</code>.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ JdbcMembers.class, JsonConfiguration.class, WorkController.class })
public class MvcApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(MvcApplication.class, arguments);
	}

}
