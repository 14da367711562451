package stackbench.contract;

import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;

/**
 * An error answer, thrown. Has no stack trace, because nothing reads it and filling it in
 * costs CPU.
 */
public final class Fault extends RuntimeException {

	private static final String JSON = "application/json";

	private final int status;

	private final String title;

	private final Map<String, String> headers;

	private Fault(int status, String title, String detail, Map<String, String> headers) {
		super(detail, null, false, false);
		this.status = status;
		this.title = title;
		this.headers = headers;
	}

	private Fault(int status, String title, String detail) {
		this(status, title, detail, Map.of());
	}

	/**
	 * A value that is not allowed.
	 * @param detail the values that are allowed
	 * @return 400
	 */
	public static Fault invalid(String detail) {
		return new Fault(400, "Bad Request", detail);
	}

	/**
	 * A request that cannot be read.
	 * @return 400
	 */
	public static Fault unreadable() {
		return invalid("the request is malformed");
	}

	/**
	 * A body that is missing, not JSON, or JSON of the wrong shape.
	 * @return 400
	 */
	public static Fault unreadableBody() {
		return invalid("the body must be JSON: {\"name\": string, \"age\": integer, \"teamId\": integer}");
	}

	/**
	 * No member has the id.
	 * @param id the requested id
	 * @return 404
	 */
	public static Fault noMember(long id) {
		return new Fault(404, "Not Found", "no member has the id " + id);
	}

	/**
	 * No event has the id.
	 * @param id the requested id
	 * @return 404
	 */
	public static Fault noEvent(long id) {
		return new Fault(404, "Not Found", "no event has the id " + id);
	}

	/**
	 * No place is left.
	 * @param id of the event
	 * @return 409
	 */
	public static Fault full(long id) {
		return new Fault(409, "Conflict", "event " + id + " is full");
	}

	/**
	 * Some of the combined documents do not exist. Names the requested id, because the
	 * first document found missing depends on the order in which they are read.
	 * @param id the requested id
	 * @return 404
	 */
	public static Fault noDocuments(long id) {
		return new Fault(404, "Not Found", "there are no " + Documents.COUNT + " documents from the id " + id + " on");
	}

	/**
	 * A path without a handler.
	 * @return 404
	 */
	public static Fault noPath() {
		return new Fault(404, "Not Found", "nothing is served at this path");
	}

	/**
	 * A method that the path does not support.
	 * @param method the requested method
	 * @param mapped the methods that have handlers
	 * @return 405, with the header <code>Allow</code>: GET implies HEAD, and OPTIONS is
	 * always allowed
	 */
	public static Fault methodNotAllowed(String method, Collection<String> mapped) {
		TreeSet<String> allowed = new TreeSet<>(mapped);
		if (allowed.contains("GET")) {
			allowed.add("HEAD");
		}
		allowed.add("OPTIONS");
		String allow = String.join(",", allowed);
		return new Fault(405, "Method Not Allowed", "this path allows " + allow + ", not " + method,
				Map.of("Allow", allow));
	}

	/**
	 * The client accepts no JSON.
	 * @return 406, as JSON nevertheless, which RFC 9110 15.5.7 permits
	 */
	public static Fault notAcceptable() {
		return new Fault(406, "Not Acceptable", "answers are " + JSON + " only");
	}

	/**
	 * A body that is too large to be read.
	 * @return 413
	 */
	public static Fault bodyTooLarge() {
		return new Fault(413, "Content Too Large", "the body must be at most " + Limits.MAX_BODY + " bytes");
	}

	/**
	 * A body whose content type is not JSON, or has another encoding than UTF-8, the only
	 * one in RFC 8259.
	 * @return 415, with the supported type in the header <code>Accept</code>
	 */
	public static Fault unsupportedMediaType() {
		return new Fault(415, "Unsupported Media Type", "the body must be " + JSON + " in UTF-8",
				Map.of("Accept", JSON));
	}

	/**
	 * The database cannot be reached, or the pool gave no connection in time.
	 * @return 503 with <code>Retry-After</code>
	 */
	public static Fault databaseUnavailable() {
		return new Fault(503, "Service Unavailable", "the database is not available", Map.of("Retry-After", "1"));
	}

	/**
	 * The downstream service cannot be reached, answered with an error, or its pool gave
	 * no connection in time.
	 * @return 503 with <code>Retry-After</code>
	 */
	public static Fault downstreamUnavailable() {
		return new Fault(503, "Service Unavailable", "the downstream service is not available",
				Map.of("Retry-After", "1"));
	}

	/**
	 * Any other failure of the service.
	 * @return 500 without the cause
	 */
	public static Fault internal() {
		return new Fault(500, "Internal Server Error", "the service failed");
	}

	/**
	 * The status of the answer.
	 * @return an HTTP status
	 */
	public int status() {
		return this.status;
	}

	/**
	 * Headers of the answer besides the content type.
	 * @return value by name
	 */
	public Map<String, String> headers() {
		return this.headers;
	}

	/**
	 * The body of the answer.
	 * @param path the request's undecoded path, without the query
	 * @return the problem
	 */
	public Problem problem(String path) {
		return new Problem("about:blank", this.title, this.status, getMessage(), path);
	}

}
