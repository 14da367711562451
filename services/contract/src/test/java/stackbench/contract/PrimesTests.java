package stackbench.contract;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PrimesTests {

	// From tables of the prime-counting function.
	@ParameterizedTest
	@CsvSource({ "1, 0", "2, 1", "3, 2", "4, 2", "10, 4", "25, 9", "100, 25", "20000, 2262", "1000000, 78498" })
	void countsThePrimesUpToALimit(int limit, int primes) {
		assertThat(Primes.upTo(limit)).isEqualTo(new Primes(limit, primes));
		assertThat(Primes.yieldingUpTo(limit)).isEqualTo(new Primes(limit, primes));
	}

}
