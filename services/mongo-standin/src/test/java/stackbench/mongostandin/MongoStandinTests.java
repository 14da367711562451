package stackbench.mongostandin;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Optional;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.MongoServer;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MongoStandinTests {

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

	private Optional<MongoServer> server = Optional.empty();

	@AfterEach
	void stop() {
		this.server.ifPresent(MongoServer::shutdownNow);
	}

	@Test
	void reportsReadinessAndServesTheDriver() {
		this.server = start("0");
		int port = this.server.orElseThrow().getLocalAddress().getPort();
		assertThat(this.out.toString().strip()).isEqualTo("mongo-standin is ready on 127.0.0.1:" + port);
		try (MongoClient client = MongoClients.create("mongodb://127.0.0.1:" + port)) {
			MongoCollection<Document> documents = client.getDatabase("bench").getCollection("document");
			documents.insertOne(new Document("_id", 7L).append("title", "seven"));
			assertThat(documents.find(new Document("_id", 7)).first()).containsEntry("title", "seven");
			assertThat(documents.find(new Document("_id", 8)).first()).isNull();
		}
	}

	@Test
	void refusesInvalidPorts() {
		for (String port : new String[] { "65536", "-1", "x", "" }) {
			assertThat(start(port)).isEmpty();
		}
		assertThat(this.errors.toString()).hasLineCount(4).startsWith("mongo-standin: port 65536: accepted is");
	}

	@Test
	void reportsATakenPortInOneLine() {
		this.server = start("0");
		String taken = Integer.toString(this.server.orElseThrow().getLocalAddress().getPort());
		assertThat(start(taken)).isEmpty();
		assertThat(this.errors.toString()).hasLineCount(1)
			.startsWith("mongo-standin: cannot listen on 127.0.0.1:" + taken + ": ");
	}

	private Optional<MongoServer> start(String port) {
		return MongoStandin.start("127.0.0.1", port, new PrintStream(this.out), new PrintStream(this.errors));
	}

}
