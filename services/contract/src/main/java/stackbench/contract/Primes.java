package stackbench.contract;

/**
 * The answer of <code>GET /heavy</code> and of <code>GET /heavy-yield</code>.
 *
 * @param limit the number asked for
 * @param primes how many primes there are from 2 to the limit
 */
public record Primes(int limit, int primes) {

	/**
	 * Counts the primes up to a limit by trial division, anew for every call: the CPU
	 * time this takes is what the scenario measures.
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
	 * Counts them in the same way, and offers the CPU to other threads at every prime
	 * found.
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
