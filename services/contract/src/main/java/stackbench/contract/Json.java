package stackbench.contract;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * How JSON is read, on every target.
 */
public final class Json {

	/**
	 * The content type of a body that is read. Without the parameter the two stacks would
	 * each decode ISO-8859-1 in its own way; a content type without it matches, too.
	 */
	public static final String MEDIA_TYPE = "application/json;charset=UTF-8";

	private Json() {
	}

	/**
	 * Makes a mapper take a value only for what it is: "30" and 30.5 are no integers, and
	 * 5 is no string. Unknown properties stay ignored, as is Spring Boot's default.
	 * @param builder of the mapper, changed
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
