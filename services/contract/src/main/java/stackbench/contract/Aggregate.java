package stackbench.contract;

import java.util.List;
import java.util.stream.LongStream;

/**
 * The answer of <code>GET /aggregate/{id}</code> and of
 * <code>GET /aggregate-sequential/{id}</code>.
 *
 * @param members four members with consecutive ids, in order
 */
public record Aggregate(List<Member> members) {

	/** Number of members in an answer, each read by one statement. */
	static final int SIZE = 4;

	/**
	 * The ids of the members in an answer.
	 * @param first the requested id
	 * @return the requested id and those that follow it
	 */
	public static List<Long> ids(long first) {
		return LongStream.range(first, first + SIZE).boxed().toList();
	}

}
