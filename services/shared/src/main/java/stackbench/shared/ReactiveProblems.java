package stackbench.shared;

import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import stackbench.contract.Problem;

/**
 * Answers every error of Spring WebFlux as a problem.
 */
@RestControllerAdvice
public class ReactiveProblems {

	@ExceptionHandler
	ResponseEntity<Problem> answer(Throwable exception, ServerHttpRequest request) {
		return Faults.answer(exception, request.getMethod().name(), request.getURI().getRawPath());
	}

}
