package stackbench.observability;

import java.io.IOException;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * Makes every platform thread that serves a request less urgent, once, so that a scrape
 * need not wait for 200 of them where its own thread cannot be made more urgent: in a
 * container with half a CPU 8 of 15 scrapes were later than 0.9 s while 100 handlers
 * computed. Virtual threads have one carrier per CPU, and Netty has four event loops: too
 * few to keep a scrape waiting.
 */
final class ModestThreadFilter implements Filter {

	private final ThreadLocal<Boolean> isModest = ThreadLocal.withInitial(() -> false);

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (!Thread.currentThread().isVirtual() && !this.isModest.get()) {
			this.isModest.set(true);
			UrgentThread.makeCurrentModest();
		}
		chain.doFilter(request, response);
	}

}
