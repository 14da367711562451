/** TARGET_JVM_ARGS: which options of the JVM a target may be given. */
import { UsageError } from '../../util/errors.ts';

/** Options of `java` with which it runs a program. Others print something and end (--help, -version), or name another program (-jar, -cp). */
const JVM_OPTION =
  /^-(X(?!share:dump|log:help|internalversion)[A-Za-z].*|D[^=]+(=.*)?|(ea|da|esa|dsa|enableassertions|disableassertions)(:.+)?|verbose:\w+|(agentlib|agentpath|javaagent):.+|-(add-exports|add-opens|add-reads|add-modules|enable-native-access|finalization|illegal-native-access|sun-misc-unsafe-memory-access)=.+|-enable-preview)$/;
/** The runner sets them by variables of the environment, which properties of the JVM would precede (docs/dev/interfaces.md, section 2). */
const PROPERTY_OF_TARGET =
  /^-D(server|management|spring|observability|db|target|downstream|mongo|offload|jdbc|remote|fan|java\.io\.tmpdir)(?=[._=-]|$)/i;
/** services/jvm.args already chooses a collector. A JVM with two such options does not start. */
const COLLECTOR = /^-XX:[+-]Use(Serial|G1|Parallel|Z|Shenandoah|Epsilon)GC$/;

/** @param collectors that TARGET_GC chooses @throws {UsageError} one line */
export function jvmArgsOf(given: string, collectors: readonly string[]): string[] {
  const args = given.split(/\s+/).filter(Boolean);
  const refuse = (arg: string, why: string) =>
    new UsageError(
      `TARGET_JVM_ARGS=${given}: '${arg}' ${why}; accepted are options such as -XX:TieredStopAtLevel=1, with blanks between them`,
    );
  for (const arg of args) {
    if (!JVM_OPTION.test(arg)) throw refuse(arg, 'is no option of a JVM that runs a target');
    if (COLLECTOR.test(arg)) throw refuse(arg, `chooses a collector, which TARGET_GC=${collectors.join('|')} does`);
    if (PROPERTY_OF_TARGET.test(arg)) throw refuse(arg, 'configures the target, which the runner does');
  }
  return args;
}
