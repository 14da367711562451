package stackbench.observability;

import java.util.concurrent.Executor;

import org.apache.catalina.startup.Tomcat;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Lets the management server of a Tomcat target answer on one platform thread of its own,
 * the one that waits for its sockets.
 * <p>
 * Not on virtual threads, as it would where those are enabled: they starve as soon as
 * handlers that compute hold all carriers. And not in a pool behind that thread: while
 * 200 handlers compute on half a CPU, a thread that wakes up waits 0.4 s for its turn, so
 * that two threads in a row are too slow for a scrape every second.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass({ Tomcat.class, ConfigurableTomcatWebServerFactory.class })
class TomcatManagementConfiguration {

	/**
	 * Connector customizers run after Boot's protocol handler customizers, one of which
	 * sets the executor of virtual threads.
	 */
	@Bean
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> managementThreadCustomizer() {
		return (factory) -> factory.addConnectorCustomizers(
				(connector) -> connector.getProtocolHandler().setExecutor(new PollerThreadExecutor()));
	}

	/**
	 * Runs requests where they are noticed, on the connector's only poller thread. A
	 * request whose body is late would block that thread: no endpoint here reads one.
	 */
	private static final class PollerThreadExecutor implements Executor {

		private boolean urgent;

		@Override
		public void execute(Runnable request) {
			if (!this.urgent) {
				this.urgent = true;
				UrgentThread.makeCurrent();
			}
			request.run();
		}

	}

}
