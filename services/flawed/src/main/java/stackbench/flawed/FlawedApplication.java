package stackbench.flawed;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.shared.JsonConfiguration;
import stackbench.shared.NettyConfiguration;
import stackbench.shared.ReactiveProblems;

/**
 * The target <code>webflux-unsubscribed</code>: Netty and a publisher without a
 * subscriber.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ JsonConfiguration.class, NettyConfiguration.class, ReactiveProblems.class })
public class FlawedApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(FlawedApplication.class, arguments);
	}

}
