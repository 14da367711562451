package stackbench.mvcjetty;

import org.eclipse.jetty.http.BadMessageException;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * The errors of Jetty that reach Spring.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class JettyProblems {

	/**
	 * A query that cannot be decoded. Answered without a body, as by Netty, which decodes
	 * the query before it calls a handler.
	 */
	@ExceptionHandler
	@ResponseStatus(HttpStatus.BAD_REQUEST)
	void answer(BadMessageException exception) {
	}

}
