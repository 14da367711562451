package stackbench.contract;

import java.util.List;

/**
 * The answer of <code>GET /documents/{id}</code>.
 *
 * @param documents the one with the requested id and those that follow it, in order
 */
public record Documents(List<Document> documents) {

	/** Number of documents in an answer. */
	public static final int COUNT = 6;

}
