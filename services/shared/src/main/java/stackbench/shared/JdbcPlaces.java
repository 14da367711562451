package stackbench.shared;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.support.TransactionTemplate;

import stackbench.contract.Fault;
import stackbench.contract.Place;
import stackbench.contract.Sql;

/**
 * Places of events, through JDBC.
 */
@Repository
public class JdbcPlaces implements Places {

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	JdbcPlaces(JdbcClient jdbc, TransactionTemplate transaction) {
		this.jdbc = jdbc;
		this.transaction = transaction;
	}

	@Override
	public Place take(long event) {
		return this.transaction.execute((status) -> {
			Place place = Place.takenFrom(event, lock(event));
			update(place);
			insert(place);
			return place;
		});
	}

	private int lock(long event) {
		return this.jdbc.sql(Sql.LOCK_EVENT)
			.param("event", event)
			.query((row, index) -> row.getInt("places_left"))
			.optional()
			.orElseThrow(() -> Fault.noEvent(event));
	}

	private void update(Place place) {
		this.jdbc.sql(Sql.UPDATE_EVENT).param("placesLeft", place.placesLeft()).param("event", place.event()).update();
	}

	private void insert(Place place) {
		this.jdbc.sql(Sql.INSERT_PLACE).param("event", place.event()).update();
	}

}
