package stackbench.servlet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;

import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

import stackbench.contract.Fault;
import stackbench.contract.Limits;

/**
 * Refuses bodies above {@link Limits#MAX_BODY}, which Spring MVC would read into the heap
 * whatever their size. Concerns only requests whose handler reads a body: Tomcat skips
 * the others. Spring WebFlux has such a limit of its own.
 */
@ControllerAdvice
class BodyLimit extends RequestBodyAdviceAdapter {

	@Override
	public boolean supports(MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
		return true;
	}

	@Override
	public HttpInputMessage beforeBodyRead(HttpInputMessage message, MethodParameter parameter, Type type,
			Class<? extends HttpMessageConverter<?>> converter) throws IOException {
		long length = message.getHeaders().getContentLength();
		if (length > Limits.MAX_BODY) {
			throw Fault.bodyTooLarge();
		}
		return (length >= 0) ? message : whole(message);
	}

	/**
	 * Reads a chunked body before it is parsed, as WebFlux does: the answer does not
	 * depend on what is in a body that is too large.
	 */
	private static HttpInputMessage whole(HttpInputMessage message) throws IOException {
		byte[] body = message.getBody().readNBytes(Limits.MAX_BODY + 1);
		if (body.length > Limits.MAX_BODY) {
			throw Fault.bodyTooLarge();
		}
		return new Whole(message.getHeaders(), body);
	}

	private record Whole(HttpHeaders headers, byte[] body) implements HttpInputMessage {

		@Override
		public HttpHeaders getHeaders() {
			return this.headers;
		}

		@Override
		public InputStream getBody() {
			return new ByteArrayInputStream(this.body);
		}

	}

}
