package stackbench.observability;

import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The meter names of docs/dev/interfaces.md, section 3, which the runner and the report
 * read.
 */
class MeterNamesTests {

	private static final List<String> EVERYWHERE = List.of("jvm_threads_live_threads", "jvm_threads_peak_threads",
			"jvm_threads_virtual_live_threads", "jvm_threads_virtual_parallelism",
			"jvm_threads_virtual_pool_size_threads", "jvm_threads_virtual_pinned_seconds_count",
			"http_server_requests_active_seconds_count", "process_cpu_time_ns_total", "system_cpu_count",
			"jvm_memory_used_bytes", "jvm_compilation_time_ms_total", "jvm_compiler_precedence",
			"jvm_gc_pause_seconds_count", "jvm_gc_pause_seconds_sum", "application_ready_time_seconds");

	private static final List<String> LINUX = List.of("jvm_compiler_cpu_time_ns_total",
			"jvm_compiler_wait_time_ns_total");

	private static final List<String> TOMCAT = List.of("tomcat_threads_busy_threads", "tomcat_threads_current_threads",
			"tomcat_threads_config_max_threads", "tomcat_connections_current_connections",
			"tomcat_connections_config_max_connections", "hikaricp_connections_active", "hikaricp_connections_pending",
			"hikaricp_connections_idle", "hikaricp_connections_max");

	private static final List<String> NETTY = List.of("reactor_netty_eventloop_pending_tasks",
			"reactor_netty_http_server_connections", "r2dbc_pool_acquired_connections",
			"r2dbc_pool_pending_connections", "r2dbc_pool_idle_connections", "r2dbc_pool_max_allocated_connections");

	private static final List<String> UNWANTED_PREFIXES = List.of("jvm_threads_states", "logback", "disk", "executor",
			"hikaricp_connections_usage", "hikaricp_connections_acquire", "jdbc_", "tomcat_sessions", "tomcat_global",
			"application_started", "jvm_buffer", "jvm_classes");

	@Test
	void tomcatOnPlatformThreads() throws Exception {
		try (TestTarget target = TestTarget.servlet()) {
			assertNames(target, TOMCAT);
		}
	}

	@Test
	void tomcatOnVirtualThreads() throws Exception {
		try (TestTarget target = TestTarget.servlet("--spring.threads.virtual.enabled=true")) {
			assertNames(target, TOMCAT);
		}
	}

	@Test
	void netty() throws Exception {
		try (TestTarget target = TestTarget.reactive()) {
			assertNames(target, NETTY);
		}
	}

	private static void assertNames(TestTarget target, List<String> ofItsStack) throws Exception {
		becomeReady(target);
		target.connect(1);
		System.gc();
		List<String> ofItsSystem = OS.LINUX.isCurrentOs() ? LINUX : List.of();
		List<String> expected = Stream.of(EVERYWHERE, ofItsSystem, ofItsStack).flatMap(List::stream).toList();
		Awaitility.await().until(() -> target.scrape().names().containsAll(expected));
		Scrape scrape = target.scrape();
		assertThat(scrape.samples()).allMatch((sample) -> sample.contains("target=\"under-test\""))
			.noneMatch((sample) -> UNWANTED_PREFIXES.stream().anyMatch(sample::startsWith));
	}

	/** Pools register their meters with the first connection. */
	private static void becomeReady(TestTarget target) throws Exception {
		Client management = target.connectToManagement();
		management.send("/actuator/health");
		assertThat(management.receive().status()).contains(" 200");
	}

}
