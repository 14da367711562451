package stackbench.contract;

/**
 * A document of the collection <code>document</code>, as stored and as returned.
 *
 * @param id its key, <code>_id</code> in the collection
 * @param title 14 characters
 * @param pages at least 10
 * @param authorId at least 1
 */
public record Document(long id, String title, int pages, long authorId) {

	/** The name of the collection. */
	public static final String COLLECTION = "document";

}
