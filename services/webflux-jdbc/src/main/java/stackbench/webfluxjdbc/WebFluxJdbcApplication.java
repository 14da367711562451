package stackbench.webfluxjdbc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.shared.JdbcMembers;
import stackbench.shared.JdbcPlaces;
import stackbench.shared.JsonConfiguration;
import stackbench.shared.NettyConfiguration;
import stackbench.shared.OffloadConfiguration;
import stackbench.shared.ReactiveProblems;
import stackbench.shared.WorkController;
import stackbench.shared.documents.ReactiveDocumentController;
import stackbench.shared.remote.ReactiveRemoteController;

/**
 * Netty and JDBC. On a bounded scheduler of its own this is the target
 * <code>webflux-jdbc</code>, on virtual threads <code>webflux-jdbc-vt</code>, on the
 * event loop <code>webflux-jdbc-loop</code>.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ JdbcMembers.class, JdbcPlaces.class, JsonConfiguration.class, NettyConfiguration.class,
		OffloadConfiguration.class, ReactiveDocumentController.class, ReactiveProblems.class,
		ReactiveRemoteController.class, WorkController.class })
public class WebFluxJdbcApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(WebFluxJdbcApplication.class, arguments);
	}

}
