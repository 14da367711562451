package stackbench.quarkus;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;

/**
 * Writes characters of four bytes as they are. Jackson 2 escapes them by default, and
 * Jackson 3, which Spring has, does not.
 */
@Singleton
class Json implements ObjectMapperCustomizer {

	@Override
	public void customize(ObjectMapper mapper) {
		mapper.getFactory().enable(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8);
	}

}
