package stackbench.observability;

import java.io.IOException;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * Lowers the priority of every platform thread that serves requests, so that a scrape
 * need not wait for 200 of them if the priority of its own thread cannot be raised. In a
 * container with half a CPU, 8 of 15 scrapes took longer than 0.9 s while 100 handlers
 * computed. Virtual threads have one carrier per CPU and Netty has four event loops, too
 * few to delay a scrape.
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
