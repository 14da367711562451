package stackbench.contract;

import java.util.List;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class FaultTests {

	@Test
	void isWrittenWithFieldsInOrder() {
		String json = JsonMapper.builder().build().writeValueAsString(Fault.noMember(5).problem("/members/5"));
		assertThat(json).isEqualTo("{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,"
				+ "\"detail\":\"no member has the id 5\",\"instance\":\"/members/5\"}");
	}

	@Test
	void allowsHeadWithGetAndOptionsAlways() {
		assertThat(Fault.methodNotAllowed("PUT", List.of("GET")).headers()).containsEntry("Allow", "GET,HEAD,OPTIONS");
		assertThat(Fault.methodNotAllowed("PUT", List.of("POST")).headers()).containsEntry("Allow", "OPTIONS,POST");
	}

	@Test
	void namesTheLimitOfABody() {
		assertThat(Fault.bodyTooLarge().problem("/members").detail())
			.isEqualTo("the body must be at most " + Limits.MAX_BODY + " bytes");
	}

}
