package stackbench.observability;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

import io.micrometer.core.instrument.Clock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads thread priorities (nice values) from the kernel. They hold for targets with and
 * without the privilege to raise a priority.
 */
@EnabledOnOs(OS.LINUX)
class CompilerPrecedenceTests {

	private static final int LOWEST = 19;

	private final KernelThreads threads = new KernelThreads(Path.of("/"), Clock.SYSTEM);

	/** Not 0 if the tests themselves run under nice. */
	private final int before = TestApplication.nice();

	@Test
	void tomcat() throws Exception {
		try (TestTarget target = start(TestTarget::servlet)) {
			assertPrecedence(target);
			assertThat(nice(KernelThreads::isManagement)).as("acceptor and poller").hasSize(2);
		}
	}

	@Test
	void virtualThreads() throws Exception {
		try (TestTarget target = start(TestTarget::servlet, "--spring.threads.virtual.enabled=true")) {
			assertPrecedence(target);
		}
	}

	@Test
	void netty() throws Exception {
		try (TestTarget target = start(TestTarget::reactive)) {
			assertPrecedence(target);
		}
	}

	/** Jetty does not name the threads that another creates for it. */
	@Test
	void threadsOfJettyAreTheManagementServers() {
		assertThat(UrgentThread.of(() -> {
		}).getName()).matches(KernelThreads::isManagement);
	}

	/** This thread has kept its priority, like the management server's. */
	@Test
	void aScrapeLowersWhatAThreadWithPrecedenceHasCreated() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		try (TestTarget target = start(TestTarget::servlet)) {
			Thread.ofPlatform().name("late").start(() -> await(end));
			Awaitility.await().until(() -> nice("late"::equals).equals(List.of(this.before)));
			target.scrape();
			assertThat(nice("late"::equals)).containsExactly(LOWEST);
		}
		finally {
			end.countDown();
		}
	}

	@Test
	void noneIfSwitchedOff() throws Exception {
		try (TestTarget target = start(TestTarget::servlet, "--observability.modest-threads=false")) {
			assertThat(niceOfRequests(target)).containsOnly(this.before);
			assertThat(target.scrape().values("jvm_compiler_precedence")).containsExactly(0.0);
		}
	}

	private void assertPrecedence(TestTarget target) throws Exception {
		assertThat(niceOfRequests(target)).containsOnly(LOWEST);
		assertThat(nice((name) -> name.startsWith("Finalizer"))).containsExactly(LOWEST);
		assertThat(nice(KernelThreads::isCompiler)).isNotEmpty().containsOnly(this.before);
		assertThat(nice(KernelThreads::isManagement)).isNotEmpty().allMatch((nice) -> nice <= this.before);
		Scrape scrape = target.scrape();
		assertThat(scrape.values("scrape_nice")).hasSize(1).allMatch((nice) -> nice <= this.before);
		assertThat(scrape.values("jvm_compiler_precedence")).containsExactly((double) LOWEST - this.before);
	}

	/** Starts a target and waits until its health is good, as a run does. */
	private static TestTarget start(ManagementEndpointsTests.Starter stack, String... arguments) throws Exception {
		String[] all = Arrays.copyOf(arguments, arguments.length + 1);
		all[arguments.length] = "--management.metrics.enable.scrape=true";
		TestTarget target = stack.start(all);
		Client management = target.connectToManagement();
		management.send("/actuator/health");
		assertThat(management.receive().status()).contains(" 200");
		return target;
	}

	private static List<Integer> niceOfRequests(TestTarget target) throws Exception {
		Client client = target.connect(1).getFirst();
		client.send("/nice");
		return Arrays.stream(client.receive().body().split(" ")).map(Integer::valueOf).toList();
	}

	private static void await(CountDownLatch end) {
		try {
			end.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private List<Integer> nice(Predicate<String> name) {
		return this.threads.names()
			.entrySet()
			.stream()
			.filter((thread) -> name.test(thread.getValue()))
			.flatMap((thread) -> this.threads.nice(thread.getKey()).stream().boxed())
			.toList();
	}

}
