package stackbench.coroutines

import org.springframework.r2dbc.core.DatabaseClient
import org.springframework.r2dbc.core.await
import org.springframework.r2dbc.core.awaitOneOrNull
import org.springframework.stereotype.Repository
import org.springframework.transaction.reactive.TransactionalOperator
import org.springframework.transaction.reactive.executeAndAwait
import stackbench.contract.Fault
import stackbench.contract.Place
import stackbench.contract.Sql

/** Places of events. A call is one transaction; no thread waits for the lock. */
@Repository
class Places(private val database: DatabaseClient, private val transaction: TransactionalOperator) {

	/** Takes a place. The event is locked from the first statement to the end of the transaction. */
	suspend fun take(event: Long): Place =
		transaction.executeAndAwait {
			val place = Place.takenFrom(event, lock(event))
			database.sql(Sql.UPDATE_EVENT).bind("placesLeft", place.placesLeft()).bind("event", event).await()
			database.sql(Sql.INSERT_PLACE).bind("event", event).await()
			place
		}

	private suspend fun lock(event: Long): Int =
		database.sql(Sql.LOCK_EVENT).bind("event", event).map { row -> row.value<Int>("places_left") }.awaitOneOrNull()
			?: throw Fault.noEvent(event)
}
