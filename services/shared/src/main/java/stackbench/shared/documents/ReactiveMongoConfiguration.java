package stackbench.shared.documents;

import com.mongodb.ConnectionString;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;

/**
 * MongoDB's reactive driver. It creates its own threads, which is the default.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(MongoIsConfigured.class)
@Lazy
class ReactiveMongoConfiguration {

	private final ConnectionString uri;

	ReactiveMongoConfiguration(@Value("${documents.uri}") String uri) {
		this.uri = new ConnectionString(uri);
	}

	@Bean
	MongoClient mongoClient(@Value("${documents.acquire-timeout-ms}") long acquireTimeoutMs) {
		return MongoClients.create(MongoSettings.of(this.uri, acquireTimeoutMs));
	}

	@Bean
	ReactiveMongoTemplate mongoTemplate(MongoClient mongoClient) {
		return new ReactiveMongoTemplate(mongoClient, this.uri.getDatabase());
	}

}
