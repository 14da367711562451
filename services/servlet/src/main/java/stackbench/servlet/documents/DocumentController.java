package stackbench.servlet.documents;

import java.util.Optional;
import java.util.stream.LongStream;

import org.springframework.context.annotation.Lazy;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Document;
import stackbench.contract.Documents;
import stackbench.contract.Fault;
import stackbench.contract.Limits;

/**
 * Documents over HTTP. On both paths the handler's thread waits for MongoDB and reads
 * them in sequence.
 */
@RestController
@Lazy
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
public class DocumentController {

	private final Optional<MongoTemplate> mongo;

	DocumentController(Optional<MongoTemplate> mongo) {
		this.mongo = mongo;
	}

	@GetMapping({ "/documents/{id}", "/documents-sequential/{id}" })
	Documents find(@PathVariable String id) {
		long first = Limits.documentId(id);
		MongoTemplate template = this.mongo.orElseThrow(Fault::databaseUnavailable);
		return new Documents(LongStream.range(first, first + Documents.COUNT)
			.mapToObj((key) -> find(template, key, first))
			.toList());
	}

	private static Document find(MongoTemplate template, long key, long first) {
		Document found = template.findById(key, Document.class, Document.COLLECTION);
		if (found == null) {
			throw Fault.noDocuments(first);
		}
		return found;
	}

}
