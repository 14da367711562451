package stackbench.observability;

import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import reactor.netty.http.server.HttpServer;

import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Open connections and waiting tasks of the main Netty server.
 * <p>
 * Does not use {@link HttpServer#metrics}, which adds a handler to every connection and
 * records timers and byte counts for every request. The Tomcat targets do no such work.
 * These gauges have the same names and cost CPU only per connection and per scrape.
 */
class NettyMeters implements NettyServerCustomizer, MeterBinder {

	private final EventLoopGroup eventLoops;

	private final AtomicInteger connections = new AtomicInteger();

	NettyMeters(ReactorResourceFactory resources) {
		this.eventLoops = resources.getLoopResources().onServer(true);
	}

	@Override
	public HttpServer apply(HttpServer server) {
		return server.doOnChannelInit((observer, channel, remoteAddress) -> count(channel));
	}

	private void count(Channel channel) {
		this.connections.incrementAndGet();
		channel.closeFuture().addListener((closed) -> this.connections.decrementAndGet());
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		Gauge.builder("reactor.netty.http.server.connections", this.connections, AtomicInteger::get)
			.description("Open connections")
			.register(registry);
		int number = 0;
		for (EventExecutor eventLoop : this.eventLoops) {
			number++;
			Gauge
				.builder("reactor.netty.eventloop.pending.tasks", (SingleThreadEventExecutor) eventLoop,
						SingleThreadEventExecutor::pendingTasks)
				.description("Tasks waiting for the event loop's thread")
				.tag("name", Integer.toString(number))
				.register(registry);
		}
	}

}
