package stackbench.shared;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import stackbench.shared.documents.ReactiveDocumentController;
import stackbench.shared.remote.ReactiveRemoteController;

/**
 * What all WebFlux targets have: Netty, errors, and the endpoints without SQL.
 */
@Configuration(proxyBeanMethods = false)
@Import({ JsonConfiguration.class, NettyConfiguration.class, OffloadConfiguration.class,
		ReactiveDocumentController.class, ReactiveProblems.class, ReactiveRemoteController.class,
		ReactiveRequests.class, StreamController.class, WorkController.class })
public class ReactiveConfiguration {

}
