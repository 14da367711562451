package stackbench.contract;

/**
 * The body of every error answer, as in RFC 9457. The components are in the order of the
 * JSON fields.
 *
 * @param type always <code>about:blank</code>: programs use the status
 * @param title the status in words
 * @param status the HTTP status
 * @param detail an explanation for people
 * @param instance the request's undecoded path, without the query
 */
public record Problem(String type, String title, int status, String detail, String instance) {

	/** The content type of a problem. */
	public static final String MEDIA_TYPE = "application/problem+json";

}
