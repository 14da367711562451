package stackbench.mvcvtscope;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import stackbench.servlet.BlockingDatabaseConfiguration;
import stackbench.servlet.ServletConfiguration;
import stackbench.servlet.fanout.FanOut;
import stackbench.servlet.tomcat.TomcatConfiguration;
import stackbench.shared.JdbcMembers;
import stackbench.shared.JdbcPlaces;

/**
 * The target <code>mvc-vt-scope</code>: <code>mvc-vt</code>, with the calls of a request
 * in a <code>StructuredTaskScope</code>.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ BlockingDatabaseConfiguration.class, JdbcMembers.class, JdbcPlaces.class, ServletConfiguration.class,
		TomcatConfiguration.class })
public class MvcVtScopeApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(MvcVtScopeApplication.class, arguments);
	}

	@Bean
	FanOut scopedFanOut() {
		return new ScopedFanOut();
	}

}
