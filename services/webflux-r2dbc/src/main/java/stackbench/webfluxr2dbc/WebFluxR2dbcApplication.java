package stackbench.webfluxr2dbc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.shared.JsonConfiguration;
import stackbench.shared.NettyConfiguration;
import stackbench.shared.OffloadConfiguration;
import stackbench.shared.R2dbcConfiguration;
import stackbench.shared.ReactiveProblems;
import stackbench.shared.ReactiveRequests;
import stackbench.shared.WorkController;
import stackbench.shared.documents.ReactiveDocumentController;
import stackbench.shared.remote.ReactiveRemoteController;

/**
 * Netty and R2DBC: the target <code>webflux-r2dbc</code>.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ JsonConfiguration.class, NettyConfiguration.class, OffloadConfiguration.class, R2dbcConfiguration.class,
		ReactiveDocumentController.class, ReactiveProblems.class, ReactiveRemoteController.class,
		ReactiveRequests.class, WorkController.class })
public class WebFluxR2dbcApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(WebFluxR2dbcApplication.class, arguments);
	}

}
