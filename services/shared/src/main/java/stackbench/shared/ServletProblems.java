package stackbench.shared;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import stackbench.contract.Problem;

/**
 * Answers every error of Spring MVC as a problem.
 */
@RestControllerAdvice
public class ServletProblems {

	@ExceptionHandler
	ResponseEntity<Problem> answer(Throwable exception, HttpServletRequest request) {
		return Faults.answer(exception, request.getMethod(), request.getRequestURI());
	}

}
