package stackbench.servlet;

import java.io.IOException;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import stackbench.contract.Fault;
import stackbench.contract.Problem;
import stackbench.shared.Faults;

/**
 * Answers every error of Spring MVC as a problem. Writes the response itself, because
 * Spring MVC flushes a <code>ResponseEntity</code> before Tomcat knows the length of the
 * body, and the answer leaves chunked, in two segments.
 */
@RestControllerAdvice
class ServletProblems {

	private final JsonMapper json;

	private final Set<Integer> lastAnswers;

	/**
	 * Creates the bean.
	 * @param json writes the problems
	 * @param lastAnswers statuses after which the connection is closed. Empty on Tomcat,
	 * which decides by itself
	 */
	ServletProblems(JsonMapper json, @Value("${errors.close-connection-after:}") Set<Integer> lastAnswers) {
		this.json = json;
		this.lastAnswers = lastAnswers;
	}

	@ExceptionHandler
	void answer(Throwable exception, HttpServletRequest request, HttpServletResponse response) throws IOException {
		String path = request.getRequestURI();
		Fault fault = Faults.of(exception, request.getMethod(), path);
		byte[] body = this.json.writeValueAsBytes(fault.problem(path));
		response.setStatus(fault.status());
		response.setContentType(Problem.MEDIA_TYPE);
		response.setContentLength(body.length);
		fault.headers().forEach(response::setHeader);
		if (this.lastAnswers.contains(fault.status())) {
			response.setHeader(HttpHeaders.CONNECTION, "close");
		}
		response.getOutputStream().write(body);
	}

}
