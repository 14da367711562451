import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.management.OperatingSystemMXBean;

/**
 * A Java agent that makes the handlers of <code>simple</code> and <code>heavy</code> use a known share of CPU time on
 * top of what the process needs: the injected difference that a comparison has to find.
 * <code>-javaagent:burner.jar=0.10</code> adds 10 %; 0 adds nothing, but asks the clock as often.
 */
public final class Burner {

	private static final String CONTROLLER = "stackbench/shared/WorkController";

	private static final Set<String> HANDLERS = Set.of("simple", "heavy");

	/** What start and compilers have cost is made up for in the warm-up, little by little. */
	private static final long MOST_PER_REQUEST_NS = 1_000_000;

	private static final OperatingSystemMXBean PROCESS = (OperatingSystemMXBean) ManagementFactory
		.getOperatingSystemMXBean();

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	private static final AtomicLong burntNs = new AtomicLong();

	private static double share;

	private Burner() {
	}

	public static void premain(String wanted, Instrumentation instrumentation) {
		share = Double.parseDouble(wanted);
		instrumentation.addTransformer(new ClassFileTransformer() {
			@Override
			public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
					byte[] bytes) {
				return CONTROLLER.equals(name) ? burning(bytes) : null;
			}
		});
	}

	private static byte[] burning(byte[] bytes) {
		CodeTransform first = new CodeTransform() {
			@Override
			public void atStart(CodeBuilder code) {
				code.invokestatic(ClassDesc.of("Burner"), "burn", MethodTypeDesc.of(ConstantDescs.CD_void));
			}

			@Override
			public void accept(CodeBuilder code, CodeElement element) {
				code.with(element);
			}
		};
		ClassModel controller = ClassFile.of().parse(bytes);
		return ClassFile.of()
			.transformClass(controller, ClassTransform.transformingMethodBodies(
					(method) -> HANDLERS.contains(method.methodName().stringValue()), first));
	}

	/**
	 * Called by every request: the share is of what the process has used without it, whatever a request costs.
	 */
	public static void burn() {
		long startNs = THREADS.getCurrentThreadCpuTime();
		long before = burntNs.get();
		long dueNs = (long) (share * (PROCESS.getProcessCpuTime() - before)) - before;
		long burnNs = Math.min(dueNs, MOST_PER_REQUEST_NS);
		if (burnNs <= 0 || !burntNs.compareAndSet(before, before + burnNs)) {
			return;
		}
		while (THREADS.getCurrentThreadCpuTime() - startNs < burnNs) {
			Thread.onSpinWait();
		}
	}

}
