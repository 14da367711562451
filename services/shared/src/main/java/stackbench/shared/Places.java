package stackbench.shared;

import stackbench.contract.Place;

/**
 * Places of events, through JDBC or JPA. A call is one transaction at the database's
 * default isolation level and blocks its thread.
 */
public interface Places {

	/**
	 * Takes a place of an event. The event is locked from the first statement to the end
	 * of the transaction.
	 * @param event its key
	 * @return the place
	 */
	Place take(long event);

}
