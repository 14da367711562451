package stackbench.contract;

/**
 * The answer of <code>GET /simple</code>.
 *
 * @param message the constant
 */
public record Simple(String message) {

	/** What <code>GET /simple</code> always answers. */
	public static final Simple OK = new Simple("ok");

}
