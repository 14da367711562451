package stackbench.contract;

/**
 * The answer of <code>GET /simple</code>.
 *
 * @param message always the same
 */
public record Simple(String message) {

	/** The only answer of <code>GET /simple</code>. */
	public static final Simple OK = new Simple("ok");

}
