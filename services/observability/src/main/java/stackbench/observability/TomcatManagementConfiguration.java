package stackbench.observability;

import java.util.concurrent.Executor;

import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.connector.Connector;
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
 * Makes the management server of a Tomcat target answer on its poller thread, a platform
 * thread.
 * <p>
 * Virtual threads, the default if enabled, starve when computing handlers hold all
 * carriers. A pool behind the poller would add a thread switch: while 200 handlers
 * compute on half a CPU, a thread waits 0.4 s for the CPU, and two such waits are too
 * slow for a scrape every second.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass({ Tomcat.class, ConfigurableTomcatWebServerFactory.class })
class TomcatManagementConfiguration {

	/**
	 * A connector customizer, because Boot's protocol handler customizers run before it
	 * and set the executor for virtual threads.
	 */
	@Bean
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> managementThreadCustomizer() {
		return (factory) -> factory.addConnectorCustomizers((connector) -> {
			connector.getProtocolHandler().setExecutor(new PollerThreadExecutor());
			connector.addLifecycleListener(TomcatManagementConfiguration::nameThreads);
		});
	}

	/**
	 * Names the threads before they start, but after the initialization, which sets
	 * Tomcat's own name.
	 */
	private static void nameThreads(LifecycleEvent event) {
		if (event.getType().equals(Lifecycle.BEFORE_START_EVENT)) {
			((Connector) event.getLifecycle()).setProperty("name", KernelThreads.MANAGEMENT);
		}
	}

	/**
	 * Runs requests on the connector's only poller thread. A slow request body would
	 * block that thread, but no endpoint here reads a body.
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
