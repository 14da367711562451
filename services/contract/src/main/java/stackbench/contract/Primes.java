package stackbench.contract;

/**
 * The answer of <code>GET /heavy</code> and of <code>GET /heavy-yield</code>.
 *
 * @param limit the requested limit
 * @param primes number of primes from 2 to the limit
 */
public record Primes(int limit, int primes) {

	/**
	 * Counts the primes up to a limit by trial division. Does not cache: the scenario
	 * measures this CPU time.
	 * @param limit inclusive
	 * @return the count
	 */
	public static Primes upTo(int limit) {
		int primes = 0;
		for (int number = 2; number <= limit; number++) {
			if (isPrime(number)) {
				primes++;
			}
		}
		return new Primes(limit, primes);
	}

	/**
	 * Counts the primes in the same way and yields the CPU after each prime.
	 * @param limit inclusive
	 * @return the count
	 */
	public static Primes yieldingUpTo(int limit) {
		int primes = 0;
		for (int number = 2; number <= limit; number++) {
			if (isPrime(number)) {
				primes++;
				Thread.yield();
			}
		}
		return new Primes(limit, primes);
	}

	private static boolean isPrime(int number) {
		for (int divisor = 2; divisor * divisor <= number; divisor++) {
			if (number % divisor == 0) {
				return false;
			}
		}
		return true;
	}

}
