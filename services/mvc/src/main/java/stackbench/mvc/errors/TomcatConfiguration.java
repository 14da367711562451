package stackbench.mvc.errors;

import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Makes Tomcat leave to Spring what Netty leaves to Spring, and refuse the rest as Netty
 * does: with a status and nothing else.
 */
@Configuration(proxyBeanMethods = false)
class TomcatConfiguration {

	@Bean
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> sameErrorsAsNetty() {
		return (factory) -> {
			factory.addConnectorCustomizers(TomcatConfiguration::leaveToSpring);
			factory.addContextCustomizers(TomcatConfiguration::refuseWithoutBody);
		};
	}

	/** Slashes of both kinds that are percent-encoded in a path. */
	private static void leaveToSpring(Connector connector) {
		connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
		connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
	}

	private static void refuseWithoutBody(Context context) {
		StandardHost host = (StandardHost) context.getParent();
		host.setErrorReportValveClass(NoReport.class.getName());
	}

	/**
	 * Tomcat's page for requests that never reach Spring, left blank. Tomcat instantiates
	 * it by its name.
	 */
	public static final class NoReport extends ErrorReportValve {

		@Override
		protected void report(Request request, Response response, Throwable throwable) {
			// Said to be reported, lest the next valve in line does.
			response.setErrorReported();
		}

	}

}
