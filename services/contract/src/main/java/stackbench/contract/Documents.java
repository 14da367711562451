package stackbench.contract;

import java.util.List;

/**
 * The answer of <code>GET /documents/{id}</code>.
 *
 * @param documents that with the id asked for and those that follow it, in order
 */
public record Documents(List<Document> documents) {

	/** How many are combined. */
	public static final int COUNT = 6;

}
