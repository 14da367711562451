package stackbench.flawed;

import java.util.List;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.util.LinkedMultiValueMap;

import stackbench.contract.Primes;

import static org.assertj.core.api.Assertions.assertThat;

class FlawedTests {

	private final UnsubscribedController controller = new UnsubscribedController();

	/** A comparison of the answers alone does not find the flaw. */
	@Test
	void answersAsIfItHadCounted() {
		for (int limit : new int[] { 1, 2, 3, 4, 10, 100, 20_000, 1_000_000 }) {
			LinkedMultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
			parameters.put("limit", List.of(Integer.toString(limit)));
			Mono<Primes> answer = this.controller.heavy(parameters);
			assertThat(answer.block()).isEqualTo(Primes.upTo(limit));
		}
	}

}
