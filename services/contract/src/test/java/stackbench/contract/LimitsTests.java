package stackbench.contract;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LimitsTests {

	/** One code point, two Java chars, four bytes in UTF-8. */
	private static final String EMOJI = "\uD83D\uDE00";

	@Test
	void acceptsTheBoundsOfEveryRange() {
		assertThat(Limits.memberId("1")).isEqualTo(1);
		assertThat(Limits.memberId("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
		assertThat(Limits.limit(List.of("1"))).isEqualTo(1);
		assertThat(Limits.limit(List.of("1000000"))).isEqualTo(1_000_000);
		assertThat(Limits.millis(List.of("0"))).isZero();
		assertThat(Limits.millis(List.of("10000"))).isEqualTo(10_000);
		assertThat(Limits.events(List.of("1"))).isEqualTo(1);
		assertThat(Limits.events(List.of("3600"))).isEqualTo(3600);
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1", "+1", "", " 1", "1.0", "1e1", "abc", "\u0661", "9223372036854775808" })
	void refusesInvalidIds(String text) {
		assertRefused("id must be one integer from 1 to 9223372036854775807", () -> Limits.memberId(text));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "0", "1000001", "99999999999999999999", "1,2", "" })
	void refusesInvalidLimits(String text) {
		assertRefused("limit must be one integer from 1 to 1000000",
				() -> Limits.limit((text != null) ? List.of(text) : null));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "-1", "10001", "1s" })
	void refusesInvalidDurations(String text) {
		assertRefused("millis must be one integer from 0 to 10000",
				() -> Limits.millis((text != null) ? List.of(text) : null));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "0", "3601", "many" })
	void refusesInvalidNumbersOfEvents(String text) {
		assertRefused("events must be one integer from 1 to 3600",
				() -> Limits.events((text != null) ? List.of(text) : null));
	}

	@Test
	void refusesARepeatedParameter() {
		assertRefused("limit must be one integer from 1 to 1000000", () -> Limits.limit(List.of("10", "10")));
	}

	@Test
	void countsTheCodePointsOfAName() {
		assertThat(Limits.newMember(named("a"))).isEqualTo(named("a"));
		assertThat(Limits.newMember(named("a".repeat(100)))).isEqualTo(named("a".repeat(100)));
		assertThat(Limits.newMember(named(EMOJI.repeat(100)))).isEqualTo(named(EMOJI.repeat(100)));
		assertNameRefused("a".repeat(101));
		assertNameRefused(EMOJI.repeat(101));
		assertNameRefused("");
		assertNameRefused(null);
	}

	@Test
	void refusesUnpairedSurrogates() {
		assertNameRefused("\uD83D");
		assertNameRefused("\uDE00\uD83D");
	}

	@Test
	void limitsAgeAndTeamToTheirRanges() {
		assertThat(Limits.newMember(new NewMember("a", 0, 1L)).age()).isZero();
		assertThat(Limits.newMember(new NewMember("a", 150, Long.MAX_VALUE)).age()).isEqualTo(150);
		for (Integer age : new Integer[] { -1, 151, null }) {
			assertRefused("age must be one integer from 0 to 150", () -> Limits.newMember(new NewMember("a", age, 1L)));
		}
		for (Long team : new Long[] { 0L, -1L, null }) {
			assertRefused("teamId must be one integer from 1 to 9223372036854775807",
					() -> Limits.newMember(new NewMember("a", 30, team)));
		}
	}

	private static NewMember named(String name) {
		return new NewMember(name, 30, 7L);
	}

	private static void assertNameRefused(String name) {
		assertRefused("name must be a string of 1 to 100 characters", () -> Limits.newMember(named(name)));
	}

	private static void assertRefused(String detail, Runnable check) {
		assertThatExceptionOfType(Fault.class).isThrownBy(check::run)
			.withMessage(detail)
			.satisfies((fault) -> assertThat(fault.status()).isEqualTo(400));
	}

}
