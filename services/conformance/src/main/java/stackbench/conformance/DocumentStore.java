package stackbench.conformance;

import java.util.List;
import java.util.stream.LongStream;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import org.bson.Document;

/**
 * A MongoDB for the tests of one module, with the documents that
 * <code>bench/engines/documents.ts</code> stores. Runs until the JVM ends.
 */
final class DocumentStore {

	private static final int DOCUMENTS = 10_000;

	private static final QueryCounter QUERIES = new QueryCounter();

	private static final String URI = start();

	private DocumentStore() {
	}

	/**
	 * Starts the server on the first call.
	 * @return its connection string
	 */
	static String uri() {
		return URI;
	}

	/**
	 * The counter of the queries that it receives.
	 * @return the counter
	 */
	static QueryCounter queries() {
		return QUERIES;
	}

	private static String start() {
		String uri = new MongoServer(QUERIES).bindAndGetConnectionString() + "/bench";
		List<Document> documents = LongStream.rangeClosed(1, DOCUMENTS).mapToObj(DocumentStore::document).toList();
		try (MongoClient client = MongoClients.create(uri)) {
			client.getDatabase("bench").getCollection("document").insertMany(documents);
		}
		return uri;
	}

	private static Document document(long id) {
		return new Document("_id", id).append("title", "document-%05d".formatted(id))
			.append("pages", (int) (10 + id % 90))
			.append("authorId", 1 + id % 100);
	}

}
