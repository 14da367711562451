package stackbench.observability;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/**
 * A program with a method whose compilation takes seconds of CPU time. It ends with exit
 * code 0 once the compilers have worked for 0.3 s more than before, of which the JVM's
 * own meter shows less than half.
 */
final class LongCompilation {

	/** Nearly as many as the 64 KB of a method can have. */
	private static final int BRANCHES = 3200;

	private static final int CALLS = 20_000;

	private static final double ENOUGH_MS = 300;

	private static final long LIMIT_SECONDS = 90;

	private LongCompilation() {
	}

	public static void main(String[] args) throws Exception {
		MethodHandle longMethod = longMethod();
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		CompilerTimeReader reader = new CompilerTimeReader(new KernelThreads(Path.of("/"), Clock.SYSTEM));
		new CompilerMeters(reader, Clock.SYSTEM).bindTo(registry);
		double cpuMsBefore = cpuMs(registry);
		long endedMsBefore = endedMs();
		Thread.ofPlatform().daemon().start(() -> call(longMethod));
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
		while (System.nanoTime() < end) {
			double cpuMs = cpuMs(registry) - cpuMsBefore;
			long endedMs = endedMs() - endedMsBefore;
			if (cpuMs >= ENOUGH_MS && endedMs < cpuMs / 2) {
				System.exit(0);
			}
			Thread.sleep(20);
		}
		System.exit(1);
	}

	private static double cpuMs(SimpleMeterRegistry registry) {
		return registry.get("jvm.compiler.cpu.time").functionCounter().count() / 1e6;
	}

	private static long endedMs() {
		return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
	}

	private static void call(MethodHandle longMethod) {
		try {
			int value = 1;
			for (int i = 0; i < CALLS; i++) {
				value = (int) longMethod.invokeExact(value);
			}
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static MethodHandle longMethod() throws ReflectiveOperationException {
		MethodTypeDesc type = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
		byte[] classFile = ClassFile.of()
			.build(ClassDesc.of(LongCompilation.class.getPackageName(), "LongMethod"),
					(builder) -> builder.withMethodBody("run", type, ClassFile.ACC_STATIC, LongCompilation::branches));
		MethodHandles.Lookup lookup = MethodHandles.lookup();
		return lookup.findStatic(lookup.defineClass(classFile), "run", MethodType.methodType(int.class, int.class));
	}

	/** Branches that all depend on what the ones before them computed. */
	private static void branches(CodeBuilder code) {
		for (int i = 1; i <= BRANCHES; i++) {
			Label skip = code.newLabel();
			code.iload(0).loadConstant(i).iand().ifeq(skip);
			code.iload(0).loadConstant(31).imul().istore(0);
			code.labelBinding(skip).iload(0).loadConstant(i * 7).ixor().istore(0);
		}
		code.iload(0).ireturn();
	}

}
