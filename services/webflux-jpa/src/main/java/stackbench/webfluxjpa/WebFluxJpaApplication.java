package stackbench.webfluxjpa;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.jpa.JpaConfiguration;
import stackbench.shared.ReactiveConfiguration;
import stackbench.shared.jdbc.OffloadedDatabaseConfiguration;

/**
 * Netty and JPA on a bounded scheduler: the target <code>webflux-jpa</code>.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ JpaConfiguration.class, OffloadedDatabaseConfiguration.class, ReactiveConfiguration.class })
public class WebFluxJpaApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(WebFluxJpaApplication.class, arguments);
	}

}
