package stackbench.contract;

import java.util.List;
import java.util.stream.LongStream;

/**
 * The answer of <code>GET /aggregate/{id}</code> and of
 * <code>GET /aggregate-sequential/{id}</code>.
 *
 * @param members those with four ids in a row, in their order
 */
public record Aggregate(List<Member> members) {

	/** Members in an answer; each is found by a statement of its own. */
	static final int SIZE = 4;

	/**
	 * The ids of the members in an answer.
	 * @param first the one asked for
	 * @return it and those after it
	 */
	public static List<Long> ids(long first) {
		return LongStream.range(first, first + SIZE).boxed().toList();
	}

}
