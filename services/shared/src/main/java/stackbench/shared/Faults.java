package stackbench.shared;

import java.util.Collection;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.codec.DecodingException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.client.RestClientException;
import org.springframework.web.reactive.function.client.WebClientException;
import org.springframework.web.server.ServerWebInputException;

import stackbench.contract.Fault;

/**
 * Translates exceptions of Spring's two web stacks and of its data access to faults.
 */
public final class Faults {

	private static final Log logger = LogFactory.getLog(Faults.class);

	private Faults() {
	}

	/**
	 * Returns the fault that answers a failed request. Logs the cause of server errors,
	 * because the answer omits it.
	 * @param exception the cause
	 * @param method of the request
	 * @param path the request's undecoded path, without the query
	 * @return the fault
	 */
	public static Fault of(Throwable exception, String method, String path) {
		Fault fault = fault(exception, method);
		if (fault.status() >= 500) {
			logger.warn(method + " " + path + " failed: " + NestedExceptionUtils.getMostSpecificCause(exception));
		}
		return fault;
	}

	private static Fault fault(Throwable exception, String method) {
		return switch (exception) {
			case Fault fault -> fault;
			case HttpMessageNotReadableException _, ServerWebInputException _ -> Fault.unreadableBody();
			case HttpMessageNotWritableException _ -> Fault.notAcceptable();
			case ErrorResponse response -> fault(response, method);
			case DataAccessResourceFailureException _, TransientDataAccessException _, RecoverableDataAccessException _,
					CannotCreateTransactionException _ ->
				Fault.databaseUnavailable();
			// WebClient throws DecodingException for a malformed answer. A malformed
			// request is one of the cases above.
			case RestClientException _, WebClientException _, DecodingException _ -> Fault.downstreamUnavailable();
			default -> Fault.internal();
		};
	}

	private static Fault fault(ErrorResponse response, String method) {
		return switch (response.getStatusCode().value()) {
			case 400 -> Fault.unreadable();
			case 404 -> Fault.noPath();
			case 405 -> Fault.methodNotAllowed(method, methods(response.getHeaders()));
			case 406 -> Fault.notAcceptable();
			case 413 -> Fault.bodyTooLarge();
			case 415 -> Fault.unsupportedMediaType();
			default -> Fault.internal();
		};
	}

	private static Collection<String> methods(HttpHeaders headers) {
		return headers.getAllow().stream().map(HttpMethod::name).toList();
	}

}
