package stackbench.conformance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Behaviour of every target on Netty: handlers run on an event loop, blocking calls do
 * not.
 */
public abstract class NettyTargetTests extends TargetTests {

	/**
	 * The name of an event loop's thread. It starts with <code>reactor</code> outside of
	 * tests, where the event loops are shared.
	 */
	protected static final String EVENT_LOOP = "(webflux|reactor)-http-(epoll|nio)-\\d+";

	@Override
	protected void assertRunsHandlers(String thread, boolean virtual) {
		assertThat(thread).matches(EVENT_LOOP);
		assertThat(virtual).isFalse();
	}

	@Override
	protected void assertRunsBlockingCalls(String thread, boolean virtual) {
		assertThat(thread).matches("offload-\\d+");
		assertThat(virtual).isFalse();
	}

}
