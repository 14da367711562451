package stackbench.shared;

import stackbench.contract.Member;
import stackbench.contract.NewMember;

/**
 * Members in the database, through JDBC or JPA. Every call is one statement and blocks
 * its thread.
 */
public interface Members {

	/**
	 * Finds a member.
	 * @param id its key
	 * @return the row
	 */
	Member find(long id);

	/**
	 * Stores a member.
	 * @param member after validation
	 * @return the row as stored
	 */
	Member create(NewMember member);

	/**
	 * Selects a random member in about 10 ms.
	 * @return a row of the table <code>slow_member</code>
	 */
	Member drawSlowly();

}
