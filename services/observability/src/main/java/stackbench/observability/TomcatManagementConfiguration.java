package stackbench.observability;

import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Gives the management server of a Tomcat target a small pool of platform threads. With
 * virtual threads enabled it would run on those too, and starve as soon as handlers that
 * compute hold all carriers.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass({ Tomcat.class, ConfigurableTomcatWebServerFactory.class })
class TomcatManagementConfiguration {

	/** One scrape and one health check at a time. */
	private static final int THREADS = 2;

	@Bean
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> managementThreadsCustomizer() {
		return (factory) -> factory.addConnectorCustomizers(this::usePlatformThreads);
	}

	/**
	 * Connector customizers run after Boot's protocol handler customizers, one of which
	 * has set the executor of virtual threads. Without an executor, Tomcat makes a pool.
	 */
	private void usePlatformThreads(Connector connector) {
		AbstractProtocol<?> protocol = (AbstractProtocol<?>) connector.getProtocolHandler();
		protocol.setExecutor(null);
		protocol.setMinSpareThreads(THREADS);
		protocol.setMaxThreads(THREADS);
	}

}
