package stackbench.servlet;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import stackbench.servlet.documents.DocumentController;
import stackbench.servlet.documents.MongoConfiguration;
import stackbench.servlet.fanout.FanOutConfiguration;
import stackbench.servlet.remote.AsyncClientConfiguration;
import stackbench.servlet.remote.BlockingClientConfiguration;
import stackbench.servlet.remote.BlockingRemoteController;
import stackbench.shared.JsonConfiguration;
import stackbench.shared.WorkController;

/**
 * What all servlet targets have: errors, and the endpoints without SQL.
 */
@Configuration(proxyBeanMethods = false)
@Import({ AsyncClientConfiguration.class, BlockingClientConfiguration.class, BlockingRemoteController.class,
		BodyLimit.class, DocumentController.class, FanOutConfiguration.class, JsonConfiguration.class,
		MongoConfiguration.class, ServletProblems.class, StreamController.class, WaitController.class,
		WorkController.class })
public class ServletConfiguration {

}
