package stackbench.shared;

import reactor.core.publisher.Mono;

import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.reactive.TransactionalOperator;

import stackbench.contract.Fault;
import stackbench.contract.Place;
import stackbench.contract.Sql;

/**
 * Places of events, through R2DBC. A call is one transaction at the database's default
 * isolation level and begins on subscription. No thread waits for the lock.
 */
@Repository
public class R2dbcPlaces {

	private final DatabaseClient database;

	private final TransactionalOperator transaction;

	R2dbcPlaces(DatabaseClient database, TransactionalOperator transaction) {
		this.database = database;
		this.transaction = transaction;
	}

	/**
	 * Takes a place of an event. The event is locked from the first statement to the end
	 * of the transaction.
	 * @param event its key
	 * @return the place
	 */
	public Mono<Place> take(long event) {
		return lock(event).map((placesLeft) -> Place.takenFrom(event, placesLeft))
			.flatMap((place) -> update(place).then(insert(place)).thenReturn(place))
			.as(this.transaction::transactional);
	}

	private Mono<Integer> lock(long event) {
		return this.database.sql(Sql.LOCK_EVENT)
			.bind("event", event)
			.map((row) -> row.get("places_left", Integer.class))
			.one()
			.switchIfEmpty(Mono.error(() -> Fault.noEvent(event)));
	}

	private Mono<Void> update(Place place) {
		return this.database.sql(Sql.UPDATE_EVENT)
			.bind("placesLeft", place.placesLeft())
			.bind("event", place.event())
			.then();
	}

	private Mono<Void> insert(Place place) {
		return this.database.sql(Sql.INSERT_PLACE).bind("event", place.event()).then();
	}

}
