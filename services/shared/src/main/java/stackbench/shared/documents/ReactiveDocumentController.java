package stackbench.shared.documents;

import java.util.Optional;

import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import stackbench.contract.Document;
import stackbench.contract.Documents;
import stackbench.contract.Fault;
import stackbench.contract.Limits;

/**
 * Documents over HTTP. No thread of the target waits for MongoDB.
 */
@RestController
@Lazy
@Import(ReactiveMongoConfiguration.class)
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
public class ReactiveDocumentController {

	private final Optional<ReactiveMongoTemplate> mongo;

	ReactiveDocumentController(Optional<ReactiveMongoTemplate> mongo) {
		this.mongo = mongo;
	}

	@GetMapping("/documents/{id}")
	Mono<Documents> findInParallel(@PathVariable String id) {
		long first = Limits.documentId(id);
		ReactiveMongoTemplate template = template();
		return combine(ids(first).flatMapSequential((key) -> find(template, key, first), Documents.COUNT));
	}

	@GetMapping("/documents-sequential/{id}")
	Mono<Documents> findInSequence(@PathVariable String id) {
		long first = Limits.documentId(id);
		ReactiveMongoTemplate template = template();
		return combine(ids(first).concatMap((key) -> find(template, key, first)));
	}

	private ReactiveMongoTemplate template() {
		return this.mongo.orElseThrow(Fault::databaseUnavailable);
	}

	private static Flux<Long> ids(long first) {
		return Flux.range(0, Documents.COUNT).map((offset) -> first + offset);
	}

	private static Mono<Document> find(ReactiveMongoTemplate template, long key, long first) {
		return template.findById(key, Document.class, Document.COLLECTION)
			.switchIfEmpty(Mono.error(() -> Fault.noDocuments(first)));
	}

	private static Mono<Documents> combine(Flux<Document> documents) {
		return documents.collectList().map(Documents::new);
	}

}
