package stackbench.conformance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What every target on Netty does: handlers run on an event loop, what blocks does not.
 */
public abstract class NettyTargetTests extends TargetTests {

	/**
	 * The name of an event loop; outside of tests, where it is shared, it begins with
	 * reactor.
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
