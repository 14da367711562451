package stackbench.shared.documents;

import java.util.concurrent.TimeUnit;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;

/**
 * What both drivers of MongoDB are told. Their pools hold 100 connections each, the
 * default of both.
 */
public final class MongoSettings {

	private MongoSettings() {
	}

	/**
	 * Makes the settings.
	 * @param uri of the server
	 * @param acquireTimeoutMs longest wait for the server, and for a connection: as for
	 * the other database; the drivers would wait for 30 s and for 2 minutes
	 * @return for the one driver or the other
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
