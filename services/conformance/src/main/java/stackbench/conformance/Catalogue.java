package stackbench.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import tools.jackson.databind.json.JsonMapper;

/**
 * The expected answers: the cases of the scenarios in <code>catalogue.json</code>, and
 * the error cases.
 *
 * @param scenarios by name
 * @param connections loads that hold connections, by name
 */
record Catalogue(Map<String, Scenario> scenarios, Map<String, Scenario> connections) {

	private static final JsonMapper JSON = JsonMapper.builder().build();

	record Scenario(List<Exchange> cases) {
	}

	/**
	 * A request and its exact answer.
	 *
	 * @param name of the case
	 * @param request to send
	 * @param response that is expected
	 */
	record Exchange(String name, Request request, Answer response) {
	}

	/**
	 * An HTTP request.
	 *
	 * @param method of HTTP
	 * @param path with the query
	 * @param headers may be null
	 * @param body may be null
	 */
	record Request(String method, String path, Map<String, String> headers, String body) {
	}

	/**
	 * An HTTP response.
	 *
	 * @param status of HTTP
	 * @param headers with names in lower case; an expected answer has only those that are
	 * compared
	 * @param body the complete body
	 */
	record Answer(int status, Map<String, String> headers, String body) {
	}

	static Catalogue read() {
		return JSON.readValue(Project.read("catalogue.json"), Catalogue.class);
	}

	/**
	 * Returns the cases of all scenarios, then the error cases.
	 * @return every exchange with a single answer, which has a length
	 */
	Stream<Exchange> exchanges() {
		return Stream.concat(this.scenarios.values().stream().flatMap((scenario) -> scenario.cases().stream()),
				errorCases());
	}

	/**
	 * Returns the cases whose answers are streams.
	 * @return every exchange without a length
	 */
	Stream<Exchange> streams() {
		return this.connections.values().stream().flatMap((load) -> load.cases().stream());
	}

	private static Stream<Exchange> errorCases() {
		try (InputStream json = Catalogue.class.getResourceAsStream("error-cases.json")) {
			return Stream.of(JSON.readValue(json, Exchange[].class));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
