package stackbench.shared;

import java.util.Set;

import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import stackbench.contract.Fault;
import stackbench.contract.Limits;
import stackbench.contract.Problem;

/**
 * Answers every error of Spring WebFlux as a problem. Writes the response itself, because
 * WebFlux sends no entity if the Accept header is malformed.
 */
@RestControllerAdvice
public class ReactiveProblems {

	/**
	 * Tomcat closes the connection after these
	 * (<code>Http11Processor.statusDropsConnection</code>), and cannot be told not to. It
	 * does after 413, too, once it has skipped the body; Netty would cut it off.
	 */
	private static final Set<Integer> LAST_ANSWERS = Set.of(400, 500, 503);

	private final JsonMapper json;

	ReactiveProblems(JsonMapper json) {
		this.json = json;
	}

	@ExceptionHandler
	Mono<Void> answer(Throwable exception, ServerHttpRequest request, ServerHttpResponse response) {
		String path = path(request);
		Fault fault = Faults.of(exception, request.getMethod().name(), path);
		byte[] body = this.json.writeValueAsBytes(fault.problem(path));
		response.setStatusCode(HttpStatusCode.valueOf(fault.status()));
		response.getHeaders().setContentType(MediaType.valueOf(Problem.MEDIA_TYPE));
		response.getHeaders().setContentLength(body.length);
		fault.headers().forEach(response.getHeaders()::set);
		if (LAST_ANSWERS.contains(fault.status()) && !hasUnreadBody(request)) {
			response.getHeaders().set(HttpHeaders.CONNECTION, "close");
		}
		return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
	}

	/**
	 * If Netty closed the connection while the client sends a body, the answer might be
	 * lost. A body of this length has not been read by a handler.
	 */
	private static boolean hasUnreadBody(ServerHttpRequest request) {
		return request.getHeaders().getContentLength() > Limits.MAX_BODY;
	}

	/** An absolute URI may have no path, which means the root. */
	private static String path(ServerHttpRequest request) {
		String path = request.getURI().getRawPath();
		return path.isEmpty() ? "/" : path;
	}

}
