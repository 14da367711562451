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
import stackbench.shared.ReactiveRequests;
import stackbench.shared.WorkController;
import stackbench.shared.documents.ReactiveDocumentController;
import stackbench.shared.remote.ReactiveRemoteController;

/**
 * The targets on Netty with JDBC: <code>webflux-jdbc</code> (JDBC on a bounded
 * scheduler), <code>webflux-jdbc-vt</code> (on virtual threads) and
 * <code>webflux-jdbc-loop</code> (on the event loop).
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ JdbcMembers.class, JdbcPlaces.class, JsonConfiguration.class, NettyConfiguration.class,
		OffloadConfiguration.class, ReactiveDocumentController.class, ReactiveProblems.class,
		ReactiveRemoteController.class, ReactiveRequests.class, WorkController.class })
public class WebFluxJdbcApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(WebFluxJdbcApplication.class, arguments);
	}

}
