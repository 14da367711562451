package stackbench.observability;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A target answers scrapes while all its threads are busy. The handlers are released
 * after the scrape: a scrape that needed one of their threads would never complete.
 */
class ScrapesUnderLoadTests {

	private static final String IN_FLIGHT = "http_server_requests_active_seconds_count";

	private static final int GET_AND_POST = 2;

	@Test
	void tomcatWithAllThreadsAsleep() throws Exception {
		try (TestTarget target = TestTarget.servlet("--server.tomcat.threads.max=3")) {
			Scrape scrape = scrapeWhileHeld(target, "/asleep", 6, 3);
			assertThat(scrape.values("tomcat_threads_busy_threads")).contains(3.0);
			assertThat(scrape.values("tomcat_threads_config_max_threads")).contains(3.0);
			assertThat(scrape.values("tomcat_connections_current_connections")).anyMatch((count) -> count >= 6);
			assertThat(scrape.sum(IN_FLIGHT)).isEqualTo(3);
		}
	}

	@Test
	void virtualThreadsWithAllCarriersComputing() throws Exception {
		try (TestTarget target = TestTarget.servlet("--spring.threads.virtual.enabled=true")) {
			Scrape scrape = scrapeWhileHeld(target, "/computing", 4, 1);
			assertThat(scrape.sum("jvm_threads_virtual_parallelism")).isEqualTo(1);
		}
	}

	@Test
	void virtualThreadsAsleepAreInFlight() throws Exception {
		try (TestTarget target = TestTarget.servlet("--spring.threads.virtual.enabled=true")) {
			Scrape scrape = scrapeWhileHeld(target, "/asleep", 20, 20);
			assertThat(scrape.sum(IN_FLIGHT)).isEqualTo(20);
		}
	}

	@Test
	void nettyWithAllEventLoopsAsleep() throws Exception {
		int eventLoops = Math.max(4, Runtime.getRuntime().availableProcessors());
		try (TestTarget target = TestTarget.reactive()) {
			Scrape scrape = scrapeWhileHeld(target, "/asleep", 2 * eventLoops, eventLoops);
			assertThat(scrape.sum("reactor_netty_http_server_connections")).isEqualTo(2 * eventLoops);
			assertThat(scrape.samples().stream().filter((sample) -> sample.startsWith("reactor_netty_eventloop")))
				.hasSize(eventLoops);
			assertThat(scrape.sum(IN_FLIGHT)).isEqualTo(eventLoops);
		}
	}

	@Test
	void nettyWithAllSchedulersBusy() throws Exception {
		try (TestTarget target = TestTarget.reactive()) {
			int threads = Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE;
			for (int i = 0; i < threads; i++) {
				Schedulers.boundedElastic().schedule(target.gate()::waitAsleep);
			}
			Scheduler jdbc = target.bean(Scheduler.class);
			for (int i = 0; i < 3; i++) {
				jdbc.schedule(target.gate()::waitAsleep);
			}
			Awaitility.await().until(() -> target.gate().arrived() == threads + 1);
			assertThat(target.scrape().values("reactor_scheduler_queued_tasks")).containsExactly(2.0);
		}
	}

	@Test
	void inFlightRequestsAreShownFromTheStartAndReturnToZero() throws Exception {
		for (TestTarget target : List.of(TestTarget.servlet(), TestTarget.reactive())) {
			try (target) {
				assertThat(inFlightSeries(target.scrape())).hasSize(GET_AND_POST).allMatch((s) -> s.endsWith(" 0"));
				scrapeWhileHeld(target, "/asleep", 2, 2);
				Awaitility.await().until(() -> target.scrape().sum(IN_FLIGHT) == 0);
				assertThat(inFlightSeries(target.scrape())).hasSize(GET_AND_POST);
			}
		}
	}

	private static Stream<String> inFlightSeries(Scrape scrape) {
		return scrape.samples().stream().filter((sample) -> sample.startsWith(IN_FLIGHT));
	}

	/**
	 * Sends one request on each of several connections, waits until the expected number
	 * of handlers is held, scrapes, and releases them.
	 */
	private static Scrape scrapeWhileHeld(TestTarget target, String path, int connections, int handlers)
			throws Exception {
		List<Client> clients = target.connect(connections);
		for (Client client : clients) {
			client.send(path);
		}
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> target.gate().arrived() == handlers);
		Scrape scrape = target.scrape();
		for (Client client : clients) {
			assertThat(client.stillWaits()).isTrue();
		}
		target.gate().open();
		for (Client client : clients) {
			assertThat(client.receive().status()).contains(" 200");
		}
		return scrape;
	}

}
