package stackbench.mvcjetty;

import java.nio.ByteBuffer;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

import org.springframework.boot.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Makes Jetty pass the same requests to Spring as Tomcat and Netty, and refuse the others
 * without a body, as they do. The equivalent of Tomcat's configuration in
 * <code>stackbench.servlet.tomcat</code>.
 */
@Configuration(proxyBeanMethods = false)
class JettyConfiguration {

	/**
	 * As on Tomcat. The default is that of Java, 50 connections not yet accepted; the
	 * kernel's limit (somaxconn) is less than this.
	 */
	private static final int ACCEPT_QUEUE = 65_535;

	@Bean
	WebServerFactoryCustomizer<ConfigurableJettyWebServerFactory> sameErrorsAsTomcat() {
		return (factory) -> factory.addServerCustomizers(JettyConfiguration::passToSpring);
	}

	private static void passToSpring(Server server) {
		for (Connector connector : server.getConnectors()) {
			((ServerConnector) connector).setAcceptQueueSize(ACCEPT_QUEUE);
			configure(connector.getConnectionFactory(HttpConfiguration.ConnectionFactory.class).getHttpConfiguration());
		}
		server.setErrorHandler(new NoReport());
		for (ServletContextHandler context : server.getDescendants(ServletContextHandler.class)) {
			context.setErrorHandler(new NoReport());
			context.getServletHandler().setDecodeAmbiguousURIs(true);
		}
	}

	/**
	 * Passes on percent-encoded slashes, backslashes and the like in a path. Skips unread
	 * bodies, whatever their size, as far as they have arrived with the answer.
	 */
	private static void configure(HttpConfiguration http) {
		http.setUriCompliance(UriCompliance.UNSAFE);
		http.setMaxUnconsumedRequestContentReads(-1);
	}

	/** Suppresses Jetty's error page for requests that do not reach Spring. */
	private static final class NoReport extends ErrorHandler {

		@Override
		public boolean handle(Request request, Response response, Callback callback) {
			callback.succeeded();
			return true;
		}

		@Override
		public ByteBuffer badMessageError(int status, String reason, HttpFields.Mutable headers) {
			return BufferUtil.EMPTY_BUFFER;
		}

	}

}
