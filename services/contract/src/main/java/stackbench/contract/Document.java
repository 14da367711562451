package stackbench.contract;

/**
 * A document of the collection <code>document</code>, as stored and as answered.
 *
 * @param id its key, <code>_id</code> in the collection
 * @param title 14 characters
 * @param pages from 10
 * @param authorId from 1
 */
public record Document(long id, String title, int pages, long authorId) {

	/** The collection. */
	public static final String COLLECTION = "document";

}
