package stackbench.contract;

/**
 * The body of every error, as in RFC 9457, its fields in the order in which they are
 * answered.
 *
 * @param type always <code>about:blank</code>: the status says all that a program needs
 * @param title the status in words
 * @param status the HTTP status
 * @param detail what a person should change
 * @param instance the request's path as it came, without the query
 */
public record Problem(String type, String title, int status, String detail, String instance) {

	/** The content type of a problem. */
	public static final String MEDIA_TYPE = "application/problem+json";

}
