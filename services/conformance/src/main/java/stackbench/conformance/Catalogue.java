package stackbench.conformance;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import tools.jackson.databind.json.JsonMapper;

/**
 * The part of <code>catalogue.json</code> that says what is answered to what.
 *
 * @param scenarios by name
 * @param errors the error cases
 */
record Catalogue(Map<String, Scenario> scenarios, List<Exchange> errors) {

	record Scenario(List<Exchange> cases) {
	}

	/**
	 * A request and its exact answer.
	 *
	 * @param name of the case
	 * @param request what is sent
	 * @param response what must come back
	 */
	record Exchange(String name, Request request, Answer response) {
	}

	/**
	 * What is sent.
	 *
	 * @param method of HTTP
	 * @param path with the query
	 * @param headers may be null
	 * @param body may be null
	 */
	record Request(String method, String path, Map<String, String> headers, String body) {
	}

	/**
	 * What comes back.
	 *
	 * @param status of HTTP
	 * @param headers those that matter, names in lower case
	 * @param body all of it
	 */
	record Answer(int status, Map<String, String> headers, String body) {
	}

	static Catalogue read() {
		return JsonMapper.builder().build().readValue(Project.read("catalogue.json"), Catalogue.class);
	}

	/**
	 * The cases of all scenarios, then the errors.
	 * @return every exchange of the catalogue
	 */
	Stream<Exchange> exchanges() {
		return Stream.concat(this.scenarios.values().stream().flatMap((scenario) -> scenario.cases().stream()),
				this.errors.stream());
	}

}
