package stackbench.downstream;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

import stackbench.shared.NettyConfiguration;

/**
 * The service that the targets call in the <code>remote</code> scenarios.
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import(NettyConfiguration.class)
public class DownstreamApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(DownstreamApplication.class, arguments);
	}

}
