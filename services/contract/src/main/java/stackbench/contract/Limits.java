package stackbench.contract;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Validation of requests. Every method returns the checked value or throws a
 * {@link Fault}.
 */
public final class Limits {

	/**
	 * The largest body in bytes: far above that of any member, and small enough for
	 * hundreds of concurrent bodies in the heap of a target.
	 */
	public static final int MAX_BODY = 65_536;

	/** The largest number up to which primes are counted: about 0.2 s of CPU. */
	static final int MAX_LIMIT = 1_000_000;

	/** The longest sleep in milliseconds. */
	static final int MAX_MILLIS = 10_000;

	/** The most events of a stream: an hour of them. */
	static final int MAX_EVENTS = 3600;

	/** Length of the column <code>name</code> in Unicode code points. */
	static final int MAX_NAME = 100;

	/** The highest age in years. */
	static final int MAX_AGE = 150;

	/** The highest id of the first of four seeded members. */
	static final long MAX_FIRST = 10_000 - Aggregate.SIZE + 1;

	private static final Pattern DIGITS = Pattern.compile("[0-9]+");

	private Limits() {
	}

	/**
	 * Reads the id of a member.
	 * @param text the path segment, decoded
	 * @return the id, from 1
	 */
	public static long memberId(String text) {
		return integer("id", text, 1, Long.MAX_VALUE);
	}

	/**
	 * Reads the id of the first of four members.
	 * @param text the path segment, decoded
	 * @return the id, from 1 to 9997, so that all four are seeded
	 */
	public static long firstMemberId(String text) {
		return integer("id", text, 1, MAX_FIRST);
	}

	/**
	 * Reads the id of an event.
	 * @param text the path segment, decoded
	 * @return the id, from 1
	 */
	public static long eventId(String text) {
		return integer("id", text, 1, Long.MAX_VALUE);
	}

	/**
	 * Reads the id of the first of the documents that are combined.
	 * @param text the path segment, decoded
	 * @return the id, from 1, such that the following ids do not overflow
	 */
	public static long documentId(String text) {
		return integer("id", text, 1, Long.MAX_VALUE - Documents.COUNT + 1);
	}

	/**
	 * Reads the query parameter <code>limit</code>.
	 * @param values all values in the query; null if there are none
	 * @return the limit, from 1 to 1,000,000
	 */
	public static int limit(List<String> values) {
		return (int) integer("limit", onlyOne(values), 1, MAX_LIMIT);
	}

	/**
	 * Reads the query parameter <code>millis</code>.
	 * @param values all values in the query; null if there are none
	 * @return milliseconds, from 0 to 10,000
	 */
	public static int millis(List<String> values) {
		return (int) integer("millis", onlyOne(values), 0, MAX_MILLIS);
	}

	/**
	 * Reads the query parameter <code>events</code>.
	 * @param values all values in the query; null if there are none
	 * @return the number of events, from 1 to 3600
	 */
	public static int events(List<String> values) {
		return (int) integer("events", onlyOne(values), 1, MAX_EVENTS);
	}

	/**
	 * Checks a member before it is stored.
	 * @param member as read from the body
	 * @return the same
	 */
	public static NewMember newMember(NewMember member) {
		if (!isName(member.name())) {
			throw Fault.invalid("name must be a string of 1 to " + MAX_NAME + " characters");
		}
		if (member.age() == null || member.age() < 0 || member.age() > MAX_AGE) {
			throw notWithin("age", 0, MAX_AGE);
		}
		if (member.teamId() == null || member.teamId() < 1) {
			throw notWithin("teamId", 1, Long.MAX_VALUE);
		}
		return member;
	}

	/**
	 * Counts code points, as the column does. Refuses unpaired surrogates, which UTF-8
	 * cannot encode.
	 */
	private static boolean isName(String name) {
		if (name == null || name.isEmpty() || name.codePointCount(0, name.length()) > MAX_NAME) {
			return false;
		}
		return name.codePoints().noneMatch((point) -> Character.getType(point) == Character.SURROGATE);
	}

	private static String onlyOne(List<String> values) {
		return (values != null && values.size() == 1) ? values.getFirst() : null;
	}

	/**
	 * Accepts ASCII digits only: Long.parseLong also accepts a sign and digits of other
	 * scripts.
	 */
	private static long integer(String name, String text, long min, long max) {
		if (text != null && DIGITS.matcher(text).matches()) {
			try {
				long value = Long.parseLong(text);
				if (value >= min && value <= max) {
					return value;
				}
			}
			catch (NumberFormatException ex) {
				// Too many digits for a long, so out of range.
			}
		}
		throw notWithin(name, min, max);
	}

	private static Fault notWithin(String name, long min, long max) {
		return Fault.invalid(name + " must be one integer from " + min + " to " + max);
	}

}
