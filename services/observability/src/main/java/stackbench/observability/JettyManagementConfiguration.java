package stackbench.observability;

import org.eclipse.jetty.util.thread.QueuedThreadPool;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Gives the management server of a Jetty target a few platform threads that precede those
 * of the requests, as on Tomcat: virtual threads, the default if enabled, starve when
 * computing handlers hold all carriers.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass({ QueuedThreadPool.class, ConfigurableJettyWebServerFactory.class })
class JettyManagementConfiguration {

	/**
	 * One each that accepts, that selects and that answers, and one for a second scrape.
	 */
	private static final int THREADS = 4;

	@Bean
	WebServerFactoryCustomizer<ConfigurableJettyWebServerFactory> managementThreadCustomizer() {
		return (factory) -> {
			factory.setAcceptors(1);
			factory.setSelectors(1);
			factory.setThreadPool(threads());
		};
	}

	private static QueuedThreadPool threads() {
		return new QueuedThreadPool(THREADS, THREADS, 0, 0, null, null, UrgentThread::of);
	}

}
