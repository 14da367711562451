package stackbench.downstream;

import java.time.Duration;

import reactor.core.publisher.Mono;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;

import stackbench.contract.Fault;
import stackbench.contract.Limits;
import stackbench.contract.Problem;
import stackbench.contract.Slept;

/**
 * <code>GET /delay?millis=10</code>: answers when a timer fires. No thread waits, so that
 * the number of concurrent calls is unlimited. A functional route needs less CPU than a
 * controller; this service must not become the bottleneck of a measurement.
 */
@Configuration(proxyBeanMethods = false)
class DelayRoute {

	@Bean
	RouterFunction<ServerResponse> delay() {
		return RouterFunctions.route().GET("/delay", DelayRoute::wait).onError(Fault.class, DelayRoute::refuse).build();
	}

	private static Mono<ServerResponse> wait(ServerRequest request) {
		return Mono.fromSupplier(() -> Limits.millis(request.queryParams().get("millis"))).flatMap(DelayRoute::answer);
	}

	private static Mono<ServerResponse> answer(int millis) {
		return Mono.delay(Duration.ofMillis(millis))
			.then(ServerResponse.ok().contentType(MediaType.APPLICATION_JSON).bodyValue(new Slept(millis)));
	}

	private static Mono<ServerResponse> refuse(Throwable exception, ServerRequest request) {
		Fault fault = (Fault) exception;
		return ServerResponse.status(fault.status())
			.contentType(MediaType.valueOf(Problem.MEDIA_TYPE))
			.bodyValue(fault.problem(request.path()));
	}

}
