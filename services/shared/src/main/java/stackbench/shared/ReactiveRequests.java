package stackbench.shared;

import java.util.List;

import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.web.reactive.accept.HeaderContentTypeResolver;
import org.springframework.web.reactive.accept.RequestedContentTypeResolverBuilder;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ServerWebExchange;

import stackbench.contract.Limits;

/**
 * Makes Spring WebFlux refuse the same requests as Spring MVC: bodies above
 * {@link Limits#MAX_BODY}, and more media types in <code>Accept</code> than Spring sorts.
 */
@Configuration(proxyBeanMethods = false)
public class ReactiveRequests implements WebFluxConfigurer {

	@Override
	public void configureHttpMessageCodecs(ServerCodecConfigurer configurer) {
		configurer.defaultCodecs().maxInMemorySize(Limits.MAX_BODY);
	}

	@Override
	public void configureContentTypeResolver(RequestedContentTypeResolverBuilder builder) {
		builder.resolver(new AcceptHeader());
	}

	/**
	 * Spring sorts at most 50 media types. WebFlux does not translate the exception for
	 * more of them, as Spring MVC does, and the resolver is called once more to find the
	 * handler of that exception: the answer would be a 500 without a body.
	 */
	private static final class AcceptHeader extends HeaderContentTypeResolver {

		@Override
		public List<MediaType> resolveMediaTypes(ServerWebExchange exchange) {
			try {
				return super.resolveMediaTypes(exchange);
			}
			catch (InvalidMimeTypeException ex) {
				throw new NotAcceptableStatusException(ex.getMessage());
			}
		}

	}

}
