package stackbench.contract;

import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;

/**
 * A request that is answered with an error, and the words of that answer. Cheap to throw:
 * without a stack trace, since nobody reads one.
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
	 * @param detail what is
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
	 * No row with that id.
	 * @param id the id asked for
	 * @return 404
	 */
	public static Fault noMember(long id) {
		return new Fault(404, "Not Found", "no member has the id " + id);
	}

	/**
	 * No event with that id.
	 * @param id the id asked for
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
	 * Not all of the documents that are combined exist. Names the id asked for, since
	 * which of them is missed first depends on the order in which they are read.
	 * @param id the id asked for
	 * @return 404
	 */
	public static Fault noDocuments(long id) {
		return new Fault(404, "Not Found", "there are no " + Documents.COUNT + " documents from the id " + id + " on");
	}

	/**
	 * A path that leads nowhere.
	 * @return 404
	 */
	public static Fault noPath() {
		return new Fault(404, "Not Found", "nothing is served at this path");
	}

	/**
	 * A method that the path does not know.
	 * @param method the one asked for
	 * @param mapped those that handlers are mapped to
	 * @return 405, with those allowed in the header <code>Allow</code>: HEAD comes with
	 * GET, and OPTIONS with any
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
	 * @return 406; answered as JSON all the same, as RFC 9110 15.5.7 permits
	 */
	public static Fault notAcceptable() {
		return new Fault(406, "Not Acceptable", "answers are " + JSON + " only");
	}

	/**
	 * A body that does not claim to be JSON, or to be JSON in another encoding than the
	 * only one that RFC 8259 knows.
	 * @return 415, with what is understood in the header <code>Accept</code>
	 */
	public static Fault unsupportedMediaType() {
		return new Fault(415, "Unsupported Media Type", "the body must be " + JSON + " in UTF-8",
				Map.of("Accept", JSON));
	}

	/**
	 * The database cannot be reached, or gave no connection in time.
	 * @return 503; trying again may help
	 */
	public static Fault unavailable() {
		return new Fault(503, "Service Unavailable", "the database is not available", Map.of("Retry-After", "1"));
	}

	/**
	 * The neighbour service cannot be reached, gave no connection in time, or answered
	 * with an error.
	 * @return 503; trying again may help
	 */
	public static Fault noNeighbour() {
		return new Fault(503, "Service Unavailable", "the neighbour service is not available",
				Map.of("Retry-After", "1"));
	}

	/**
	 * Anything that went wrong in the service.
	 * @return 500, saying nothing about the cause
	 */
	public static Fault internal() {
		return new Fault(500, "Internal Server Error", "the service failed");
	}

	/**
	 * The status to answer.
	 * @return an HTTP status
	 */
	public int status() {
		return this.status;
	}

	/**
	 * Headers to answer besides the content type.
	 * @return value by name
	 */
	public Map<String, String> headers() {
		return this.headers;
	}

	/**
	 * The body to answer.
	 * @param path the request's path as it came, without the query
	 * @return the problem
	 */
	public Problem problem(String path) {
		return new Problem("about:blank", this.title, this.status, getMessage(), path);
	}

}
