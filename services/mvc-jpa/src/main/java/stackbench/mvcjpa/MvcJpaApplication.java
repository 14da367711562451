package stackbench.mvcjpa;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.jpa.JpaConfiguration;
import stackbench.servlet.BlockingDatabaseConfiguration;
import stackbench.servlet.ServletConfiguration;
import stackbench.servlet.tomcat.TomcatConfiguration;

/**
 * The targets on Tomcat with JPA: <code>mvc-jpa</code> (platform threads) and
 * <code>mvc-jpa-vt</code> (virtual threads).
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ BlockingDatabaseConfiguration.class, JpaConfiguration.class, ServletConfiguration.class,
		TomcatConfiguration.class })
public class MvcJpaApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(MvcJpaApplication.class, arguments);
	}

}
