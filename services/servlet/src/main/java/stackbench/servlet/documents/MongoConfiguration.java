package stackbench.servlet.documents;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.data.mongodb.core.MongoTemplate;

import stackbench.shared.documents.MongoIsConfigured;
import stackbench.shared.documents.MongoSettings;

/**
 * MongoDB's blocking driver.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(MongoIsConfigured.class)
@Lazy
public class MongoConfiguration {

	private final ConnectionString uri;

	MongoConfiguration(@Value("${documents.uri}") String uri) {
		this.uri = new ConnectionString(uri);
	}

	@Bean
	MongoClient mongoClient(@Value("${documents.acquire-timeout-ms}") long acquireTimeoutMs) {
		return MongoClients.create(MongoSettings.of(this.uri, acquireTimeoutMs));
	}

	@Bean
	MongoTemplate mongoTemplate(MongoClient mongoClient) {
		return new MongoTemplate(mongoClient, this.uri.getDatabase());
	}

}
