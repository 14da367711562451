package stackbench.contract;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class JsonTests {

	private final JsonMapper json = mapper();

	private static JsonMapper mapper() {
		JsonMapper.Builder builder = JsonMapper.builder();
		Json.strict(builder);
		return builder.build();
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"age\":\"30\"}", "{\"age\":\"\"}", "{\"age\":30.0}", "{\"age\":true}", "{\"age\":[30]}",
			"{\"age\":2147483648}", "{\"teamId\":\"7\"}", "{\"teamId\":9223372036854775808}", "{\"name\":5}",
			"{\"name\":true}", "{\"name\":1.5}", "{\"name\":[\"a\"]}", "[]", "\"a\"", "{} {}", "{" })
	void refusesTypeCoercion(String text) {
		assertThatExceptionOfType(JacksonException.class).isThrownBy(() -> this.json.readValue(text, NewMember.class));
	}

	@Test
	void ignoresUnknownProperties() {
		assertThat(this.json.readValue("{\"id\":1,\"name\":\"a\",\"age\":30,\"teamId\":7}", NewMember.class))
			.isEqualTo(new NewMember("a", 30, 7L));
	}

	@Test
	void leavesMissingPropertiesNull() {
		assertThat(this.json.readValue("{\"name\":null}", NewMember.class)).isEqualTo(new NewMember(null, null, null));
	}

}
