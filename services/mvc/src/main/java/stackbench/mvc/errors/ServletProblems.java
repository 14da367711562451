package stackbench.mvc.errors;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.tomcat.util.http.InvalidParameterException;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import stackbench.contract.Fault;
import stackbench.contract.Problem;
import stackbench.shared.Faults;

/**
 * Answers every error of Spring MVC as a problem.
 */
@RestControllerAdvice
class ServletProblems {

	@ExceptionHandler
	ResponseEntity<Problem> answer(Throwable exception, HttpServletRequest request) {
		String path = request.getRequestURI();
		Fault fault = Faults.of(exception, request.getMethod(), path);
		ResponseEntity.BodyBuilder answer = ResponseEntity.status(fault.status())
			.contentType(MediaType.valueOf(Problem.MEDIA_TYPE));
		fault.headers().forEach(answer::header);
		return answer.body(fault.problem(path));
	}

	/**
	 * A query that cannot be decoded. Answered without a body, as by Netty, which decodes
	 * the query before it calls a handler.
	 */
	@ExceptionHandler
	ResponseEntity<Void> answer(InvalidParameterException exception) {
		return ResponseEntity.badRequest().build();
	}

}
