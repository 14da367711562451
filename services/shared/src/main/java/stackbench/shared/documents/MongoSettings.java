package stackbench.shared.documents;

import java.util.concurrent.TimeUnit;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;

/**
 * Settings of both MongoDB drivers. Their pools have up to 100 connections, which is the
 * default of both.
 */
public final class MongoSettings {

	private MongoSettings() {
	}

	/**
	 * Creates the settings.
	 * @param uri of the server
	 * @param acquireTimeoutMs timeout for the server and for a connection, the same as
	 * for MariaDB; the drivers' defaults are 30 s and 2 minutes
	 * @return settings for either driver
	 */
	public static MongoClientSettings of(ConnectionString uri, long acquireTimeoutMs) {
		return MongoClientSettings.builder()
			.applyConnectionString(uri)
			.applyToClusterSettings(
					(cluster) -> cluster.serverSelectionTimeout(acquireTimeoutMs, TimeUnit.MILLISECONDS))
			.applyToConnectionPoolSettings((pool) -> pool.maxWaitTime(acquireTimeoutMs, TimeUnit.MILLISECONDS))
			.build();
	}

}
