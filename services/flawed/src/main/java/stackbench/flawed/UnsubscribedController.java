package stackbench.flawed;

import java.util.BitSet;

import reactor.core.publisher.Mono;

import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import stackbench.contract.Limits;
import stackbench.contract.Primes;

/**
 * Reproduces the flaw on purpose: the work is assembled but never subscribed to, so it
 * does not run. The answers are computed at the start, so that a check of the answers
 * alone finds nothing wrong.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class UnsubscribedController {

	/** The highest limit that a request may have. */
	private static final int MAX_LIMIT = 1_000_000;

	private final int[] primesUpTo = primesUpTo(MAX_LIMIT);

	@GetMapping("/heavy")
	Mono<Primes> heavy(@RequestParam MultiValueMap<String, String> parameters) {
		int limit = Limits.limit(parameters.get("limit"));
		Mono.fromSupplier(() -> Primes.upTo(limit));
		return Mono.just(new Primes(limit, this.primesUpTo[limit]));
	}

	/** Computes all counts with the sieve of Eratosthenes. */
	private static int[] primesUpTo(int limit) {
		BitSet composite = new BitSet(limit + 1);
		int[] counts = new int[limit + 1];
		for (int number = 2; number <= limit; number++) {
			counts[number] = counts[number - 1] + (composite.get(number) ? 0 : 1);
			for (long multiple = (long) number * number; !composite.get(number)
					&& multiple <= limit; multiple += number) {
				composite.set((int) multiple);
			}
		}
		return counts;
	}

}
