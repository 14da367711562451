package stackbench.conformance;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import stackbench.conformance.Catalogue.Answer;

/**
 * Expected answers in which <code>${id}</code> stands for an integer, the same one
 * throughout the answer.
 */
final class Template {

	private static final String ID = "${id}";

	private Template() {
	}

	/**
	 * Reduces an answer to the parts that are compared.
	 * @param actual the answer
	 * @param expected the answer in the catalogue
	 * @return status, expected headers and body, with <code>${id}</code> in place of the
	 * integer that stands where the expected body has it
	 */
	static Answer reduce(Answer actual, Answer expected) {
		Map<String, String> headers = new TreeMap<>(actual.headers());
		headers.keySet().retainAll(expected.headers().keySet());
		Matcher id = Pattern.compile(Pattern.quote(expected.body()).replace(ID, "\\E(\\d+)\\Q")).matcher(actual.body());
		if (!expected.body().contains(ID) || !id.matches()) {
			return new Answer(actual.status(), headers, actual.body());
		}
		headers.replaceAll((_, value) -> value.replace(id.group(1), ID));
		return new Answer(actual.status(), headers, actual.body().replace(id.group(1), ID));
	}

}
