/** The knobs that limit targets and load generator: CPUs, connections, JVM options. */
import { wholeNumber } from '../../k6/lib/input.js';
import { UsageError } from '../util/errors.js';

/** @typedef {Record<string, string | undefined>} Env */
/** @typedef {import('../record/json/circumstances.js').RequestedLimits} RequestedLimits */

export const LIMIT_KNOBS = ['TARGET_CPUS', 'TARGET_POOL_SIZE', 'TARGET_JVM_ARGS', 'GENERATOR_CPUS'];

const MAX_POOL = 10_000;

/**
 * @param {Env} env
 * @returns {RequestedLimits}
 * @throws {import('../util/errors.js').UsageError | import('../../k6/lib/input.js').InputError} one line that names the knob, its value and what is accepted
 */
export function limitsOf(env) {
  const poolSize = env.TARGET_POOL_SIZE ? wholeNumber(env, 'TARGET_POOL_SIZE', 0, 1, MAX_POOL) : null;
  return { targetCpus: cpusOf(env, 'TARGET_CPUS'), poolSize, jvmArgs: jvmArgsOf(env), generatorCpus: cpusOf(env, 'GENERATOR_CPUS') };
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

/** @param {Env} env */
function jvmArgsOf({ TARGET_JVM_ARGS = '' }) {
  const args = TARGET_JVM_ARGS.split(/\s+/).filter(Boolean);
  const wrong = args.find((arg) => !/^-(-[a-z]|[XDa-z])/.test(arg));
  if (wrong !== undefined) {
    throw new UsageError(
      `TARGET_JVM_ARGS=${TARGET_JVM_ARGS}: '${wrong}' is no option of a JVM; accepted are options with blanks between them, such as -XX:TieredStopAtLevel=1`,
    );
  }
  return args;
}
