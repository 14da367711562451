package stackbench.observability;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import stackbench.observability.Client.Answer;

/**
 * The samples of a scrape in Prometheus's text format.
 */
class Scrape {

	private final List<String> samples;

	Scrape(Answer answer) {
		if (!answer.status().contains(" 200")) {
			throw new AssertionError("scrape answered " + answer.status() + ": " + answer.body());
		}
		this.samples = answer.body().lines().filter((line) -> !line.startsWith("#")).toList();
	}

	List<String> samples() {
		return this.samples;
	}

	Set<String> names() {
		return this.samples.stream().map((sample) -> sample.split("[{ ]", 2)[0]).collect(Collectors.toSet());
	}

	/**
	 * Returns the values of all series of a metric. Tomcat's MBeans outlive their server,
	 * so its gauges include series of targets that ran earlier in the same JVM.
	 */
	List<Double> values(String name) {
		return this.samples.stream()
			.filter((sample) -> sample.startsWith(name + "{"))
			.map((sample) -> Double.valueOf(sample.substring(sample.lastIndexOf(' ') + 1)))
			.toList();
	}

	double sum(String name) {
		return values(name).stream().mapToDouble(Double::doubleValue).sum();
	}

}
