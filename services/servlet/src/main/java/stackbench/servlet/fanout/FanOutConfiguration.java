package stackbench.servlet.fanout;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The ways that need no preview of the JDK. <code>mvc-vt-scope</code> has one of its own.
 */
@Configuration(proxyBeanMethods = false)
public class FanOutConfiguration {

	@Bean
	@ConditionalOnProperty(name = "fan-out", havingValue = "sequential")
	FanOut sequentialFanOut() {
		return new SequentialFanOut();
	}

	@Bean
	@ConditionalOnProperty(name = "fan-out", havingValue = "futures")
	FanOut futureFanOut() {
		return new FutureFanOut();
	}

}
