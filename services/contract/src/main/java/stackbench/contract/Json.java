package stackbench.contract;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * JSON settings shared by all targets.
 */
public final class Json {

	/**
	 * The content type of request bodies. Without the parameter the two stacks would
	 * decode ISO-8859-1 differently. A content type without the parameter matches, too.
	 */
	public static final String MEDIA_TYPE = "application/json;charset=UTF-8";

	private Json() {
	}

	/**
	 * Disables type coercion: "30" and 30.5 are not integers, and 5 is not a string.
	 * Unknown properties are ignored, which is Spring Boot's default.
	 * @param builder the mapper's builder, which is modified
	 */
	public static void strict(JsonMapper.Builder builder) {
		builder.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
		builder.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
		builder.withCoercionConfig(LogicalType.Integer,
				(config) -> config.setCoercion(CoercionInputShape.String, CoercionAction.Fail)
					.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
					.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
		builder.withCoercionConfig(LogicalType.Textual,
				(config) -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
					.setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
					.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
	}

}
