/** The knobs that limit targets and load generator: CPUs, connections, JVM options. */
import { oneOf, wholeNumber } from '../../k6/lib/input.js';
import { COLLECTORS, MAX_GENERATORS } from '../record/json/circumstances.js';
import { UsageError } from '../util/errors.js';

/** @typedef {Record<string, string | undefined>} Env */
/** @typedef {import('../record/json/circumstances.js').RequestedLimits} RequestedLimits */

export const LIMIT_KNOBS = ['TARGET_CPUS', 'TARGET_POOL_SIZE', 'TARGET_GC', 'TARGET_JVM_ARGS', 'GENERATOR_CPUS'];

/** Those of commands that put load on targets have it besides. */
export const GENERATORS = 'GENERATORS';

const MAX_POOL = 10_000;

/**
 * @param {Env} env
 * @returns {RequestedLimits}
 * @throws {import('../util/errors.js').UsageError | import('../../k6/lib/input.js').InputError} one line that names the knob, its value and what is accepted
 */
export function limitsOf(env) {
  const poolSize = env.TARGET_POOL_SIZE ? wholeNumber(env, 'TARGET_POOL_SIZE', 0, 1, MAX_POOL) : null;
  return {
    targetCpus: cpusOf(env, 'TARGET_CPUS'),
    poolSize,
    gc: collectorOf(env),
    jvmArgs: jvmArgsOf(env),
    generatorCpus: cpusOf(env, 'GENERATOR_CPUS'),
    generators: generatorsOf(env),
  };
}

/**
 * @param {Env} env
 * @returns {number} instances of k6 that share every load
 * @throws {import('../../k6/lib/input.js').InputError} one line
 */
function generatorsOf({ [GENERATORS]: value }) {
  return value ? wholeNumber({ [GENERATORS]: value }, GENERATORS, 1, 1, MAX_GENERATORS) : 1;
}

/**
 * @param {number} generators
 * @param {number} leastVus users of the smallest stage or slice
 * @throws {UsageError} one line, if one of them would have no user
 */
export function refuseIdleGenerators(generators, leastVus) {
  if (generators <= leastVus) return;
  throw new UsageError(
    `${GENERATORS}=${generators}: the load has ${leastVus} users at first; accepted is a whole number from 1 to ${leastVus}`,
  );
}

/** @param {Env} env @returns {RequestedLimits['gc']} null where none is given */
function collectorOf(env) {
  if (!env.TARGET_GC) return null;
  return /** @type {RequestedLimits['gc']} */ (oneOf(env, 'TARGET_GC', [...COLLECTORS], COLLECTORS[0]));
}

/**
 * @param {Env} env
 * @param {string} name
 * @returns {number | null} null where none are given
 */
function cpusOf(env, name) {
  const value = env[name];
  if (value === undefined || value === '') return null;
  const cpus = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
  if (!(cpus >= 0.1 && cpus <= 64)) throw new UsageError(`${name}=${value}: accepted is a number of CPUs from 0.1 to 64, such as 0.5`);
  return cpus;
}

/** Options of `java` with which it runs a program. Others print something and end (--help, -version), or name another program (-jar, -cp). */
const JVM_OPTION =
  /^-(X(?!share:dump|log:help|internalversion)[A-Za-z].*|D[^=]+(=.*)?|(ea|da|esa|dsa|enableassertions|disableassertions)(:.+)?|verbose:\w+|(agentlib|agentpath|javaagent):.+|-(add-exports|add-opens|add-reads|add-modules|enable-native-access|finalization|illegal-native-access|sun-misc-unsafe-memory-access)=.+|-enable-preview)$/;
/** The runner sets them by variables of the environment, which properties of the JVM would precede (docs/interfaces.md, section 2). */
const PROPERTY_OF_TARGET =
  /^-D(server|management|spring|observability|db|target|downstream|mongo|offload|jdbc|remote|fan|java\.io\.tmpdir)(?=[._=-]|$)/i;
/** services/jvm.args chooses one, and a JVM that is told to use two refuses to start. */
const COLLECTOR = /^-XX:[+-]Use(Serial|G1|Parallel|Z|Shenandoah|Epsilon)GC$/;

/** @param {Env} env */
function jvmArgsOf({ TARGET_JVM_ARGS = '' }) {
  const args = TARGET_JVM_ARGS.split(/\s+/).filter(Boolean);
  const refuse = (/** @type {string} */ arg, /** @type {string} */ why) =>
    new UsageError(
      `TARGET_JVM_ARGS=${TARGET_JVM_ARGS}: '${arg}' ${why}; accepted are options such as -XX:TieredStopAtLevel=1, with blanks between them`,
    );
  for (const arg of args) {
    if (!JVM_OPTION.test(arg)) throw refuse(arg, 'is no option of a JVM that runs a target');
    if (COLLECTOR.test(arg)) throw refuse(arg, `chooses a collector, which TARGET_GC=${COLLECTORS.join('|')} does`);
    if (PROPERTY_OF_TARGET.test(arg)) throw refuse(arg, 'configures the target, which the runner does');
  }
  return args;
}
