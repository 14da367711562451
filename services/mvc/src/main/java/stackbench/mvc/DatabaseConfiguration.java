package stackbench.mvc;

import io.r2dbc.spi.ConnectionFactory;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Profile;
import org.springframework.r2dbc.core.DatabaseClient;

import stackbench.servlet.BlockingDatabaseConfiguration;
import stackbench.shared.JdbcMembers;
import stackbench.shared.JdbcPlaces;
import stackbench.shared.R2dbcConfiguration;

/**
 * Creates the pool of one driver only: an unused pool would still hold connections and
 * threads.
 */
@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {

	@Configuration(proxyBeanMethods = false)
	@Profile("!r2dbc")
	@Import({ BlockingDatabaseConfiguration.class, JdbcMembers.class, JdbcPlaces.class })
	static class Jdbc {

	}

	@Configuration(proxyBeanMethods = false)
	@Profile("r2dbc")
	@Import(R2dbcConfiguration.class)
	static class R2dbc {

		/**
		 * The same bean that Spring Data's auto-configuration creates in webflux-r2dbc.
		 */
		@Bean
		DatabaseClient databaseClient(ConnectionFactory connections) {
			return DatabaseClient.create(connections);
		}

	}

}
