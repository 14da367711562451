package stackbench.servlet.tomcat;

import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ContinueResponseTiming;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Makes Tomcat pass the same requests to Spring as Netty, and refuse the others without a
 * body, as Netty does.
 */
@Configuration(proxyBeanMethods = false)
@Import(TomcatProblems.class)
public class TomcatConfiguration {

	@Bean
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> sameErrorsAsNetty() {
		return (factory) -> {
			factory.addConnectorCustomizers(TomcatConfiguration::passToSpring);
			factory.addContextCustomizers(TomcatConfiguration::refuseWithoutBody);
		};
	}

	/**
	 * Passes on percent-encoded slashes and backslashes in a path, and as many headers
	 * and cookies as fit: Tomcat's defaults are 100 and 200. Asks for a body with
	 * <code>100 Continue</code> only if a handler reads it.
	 */
	private static void passToSpring(Connector connector) {
		connector.setProperty("maxHeaderCount", "-1");
		connector.setMaxCookieCount(-1);
		connector.setProperty("continueResponseTiming", ContinueResponseTiming.ON_REQUEST_BODY_READ.toString());
		connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
		connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
	}

	private static void refuseWithoutBody(Context context) {
		StandardHost host = (StandardHost) context.getParent();
		host.setErrorReportValveClass(NoReport.class.getName());
	}

	/**
	 * Suppresses Tomcat's error page for requests that do not reach Spring. Public
	 * because Tomcat instantiates it by name.
	 */
	public static final class NoReport extends ErrorReportValve {

		@Override
		protected void report(Request request, Response response, Throwable throwable) {
			// Otherwise the next valve writes a report.
			response.setErrorReported();
		}

	}

}
