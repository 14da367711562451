/** A sweep's plan: targets under several values of one knob, each a variant in the run's own catalogue. */
import { oneOf } from '../../../k6/lib/input.js';
import { capabilitiesOf } from '../../engines/engines.js';
import { hasBlocks } from '../../record/catalogue.js';
import { fitting } from '../../record/fits.js';
import { SWEPT, isNumeric } from '../../record/variant.js';
import { UsageError } from '../../util/errors.js';
import { plural } from '../../util/text.js';
import { moved } from '../calibration.js';
import { asUsageError, compareOptions } from '../knobs.js';
import { chooseScenarios, chooseTargets } from '../pairs.js';
import { HEAP_MB, KNOBS } from './knobs.js';

/** @typedef {import('../../record/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../../record/catalogue.js').Target} Target */
/** @typedef {import('../../record/variant.js').Knob} Knob */
/** @typedef {import('../../record/variant.js').Sweep} Sweep */
/** @typedef {import('../knobs.js').Env} Env */
/** @typedef {import('./knobs.js').Found} Found */

const DEFAULT_TARGET = 'mvc';
/** What a JVM takes beside its heap. */
const BESIDE_HEAP_MB = 350;
/** Knobs of a run that a sweep does not take: its baseline is the default value. */
export const SWEEP_KNOBS = ['OVER', 'VALUES'];

/** @param {Env} env @returns {Knob} @throws {UsageError} one line */
export function sweptKnob({ OVER, ENGINE }) {
  if (!OVER) throw new UsageError(`OVER: what to sweep is expected, as make sweep OVER=pool; accepted: ${SWEPT.join(', ')}`);
  const over = /** @type {Knob} */ (asUsageError(() => oneOf({ OVER }, 'OVER', [...SWEPT])));
  if (!capabilitiesOf(ENGINE).measuresTargetTwice) {
    throw new UsageError(
      `ENGINE=${ENGINE}: a target has one container there, and cannot be measured under several values; take ENGINE=native`,
    );
  }
  return over;
}

/**
 * @param {Env} env
 * @param {Catalogue} catalogue
 * @param {Found} found
 * @returns {{ options: import('../../record/run.js').Plan, catalogue: Catalogue, sweep: Sweep }}
 * @throws {UsageError} one line that names the knob, its value and what is accepted
 */
export function sweepOptions(env, catalogue, found) {
  const over = sweptKnob(env);
  const targets = chooseTargets(env.TARGETS || DEFAULT_TARGET, catalogue);
  const sweep = { over, targets, values: valuesOf(over, env.VALUES, found) };
  refuseSetElsewhere(over, env);
  const variants = swept(catalogue, sweep);
  refuseTooMuchMemory(sweep, found);
  const names = Object.keys(variants.targets);
  const usual = KNOBS[over].usual(found);
  const BASELINE = variantName(targets[0], over, sweep.values.includes(usual) ? usual : sweep.values[0]);
  const SCENARIOS = env.SCENARIOS || defaultScenarios(catalogue, sweep).join();
  return { options: compareOptions({ ...env, TARGETS: names.join(), BASELINE, SCENARIOS }, variants), catalogue: variants, sweep };
}

/**
 * @param {Catalogue} catalogue of the checkout
 * @param {Sweep} sweep
 * @returns {Catalogue} with its variants in place of all targets: target by target, in the order of the values
 * @throws {UsageError} one line, where the checkout does not have such a target, or no such value is accepted
 */
export function swept(catalogue, { over, targets, values }) {
  const looks = Object.values(catalogue.targets).map(({ colour, symbol, line }) => ({ colour, symbol, line }));
  const { accepts, accepted, isOfJvm } = KNOBS[over];
  const unknown = targets.find((target) => !Object.hasOwn(catalogue.targets, target));
  if (unknown !== undefined) throw new UsageError(`TARGETS=${targets.join()}: '${unknown}' is no target of catalogue.json`);
  const wrong = values.find((value) => !accepts(value));
  if (wrong !== undefined) throw new UsageError(`VALUES=${values.join()}: '${wrong}' is no value for OVER=${over}; accepted: ${accepted}`);
  const count = targets.length * values.length;
  if (count > looks.length) {
    throw new UsageError(
      `VALUES=${values.join()}: ${plural(count, 'variant')} at once; accepted are up to ${looks.length}: take fewer values or targets`,
    );
  }
  const other = isOfJvm && targets.find((target) => catalogue.targets[target].module === undefined);
  if (other)
    throw new UsageError(`TARGETS=${targets.join()}: ${other} is started by a command of its own, which OVER=${over} does not change`);
  const isOne = targets.length === 1;
  const variants = targets.flatMap((target) =>
    values.map((value, index) => [
      variantName(target, over, value),
      variantOf(catalogue.targets[target], { of: target, knob: over, value }, { index, isOne }),
    ]),
  );
  const drawn = variants.map(([name, variant], index) => [name, { .../** @type {Target} */ (variant), ...looks[index] }]);
  return { ...catalogue, targets: Object.fromEntries(drawn) };
}

/**
 * @param {Target} target
 * @param {NonNullable<Target['variant']>} variant
 * @param {{ index: number, isOne: boolean }} place `isOne`: all are variants of one target, whose name need not be repeated
 * @returns {Target} on free ports
 */
function variantOf(target, variant, { index, isOne }) {
  const { words, environment = () => ({}) } = KNOBS[variant.knob];
  const text = words(variant.value);
  return {
    ...moved(target, index + 1),
    label: isOne ? text : `${target.label}, ${text}`,
    stack: `${target.stack}; ${text}`,
    environment: { ...target.environment, ...environment(variant.value) },
    variant,
  };
}

/** It becomes part of paths, URLs and tags. @param {string} target @param {Knob} over @param {string} value @returns {string} 'mvc-pool-5' */
export function variantName(target, over, value) {
  return `${target}-${over}-${value.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/**
 * @param {Knob} over
 * @param {string | undefined} given
 * @param {Found} found
 * @returns {string[]} in the order in which they are drawn, each once
 */
function valuesOf(over, given, found) {
  const usual = KNOBS[over].values(found);
  const values = given ? given.split(',').map((value) => shortest(over, value.trim())) : usual;
  const missing =
    over === 'jdk' || over === 'gc' ? values.find((value) => KNOBS[over].accepts(value) && !usual.includes(value)) : undefined;
  if (missing !== undefined)
    throw new UsageError(`VALUES=${given}: '${missing}' is not found here; accepted: ${usual.join(', ') || 'none'}`);
  const ordered = isNumeric({ over }) ? values.toSorted((a, b) => Number(a) - Number(b)) : inOrderOf(usual, values);
  const each = [...new Set(ordered)];
  if (each.length >= 2) return each;
  const why = over === 'jdk' && !given ? ' (STACKBENCH_JDK_DIRS names folders with more)' : '';
  throw new UsageError(
    `VALUES=${each.join()}: OVER=${over} compares at least two values, and there is ${plural(each.length, 'value')}${why}`,
  );
}

/** @param {Knob} over @param {string} value @returns {string} '0.5' for '0.50': equal numbers are one value */
function shortest(over, value) {
  return isNumeric({ over }) && KNOBS[over].accepts(value) ? String(Number(value)) : value;
}

/** @param {string[]} order @param {string[]} values @returns {string[]} those that are not in the order come last */
function inOrderOf(order, values) {
  return [...order.filter((value) => values.includes(value)), ...values.filter((value) => !order.includes(value))];
}

/** @param {Knob} over @param {Env} env */
function refuseSetElsewhere(over, env) {
  const { option } = KNOBS[over];
  const isJvmArgs = option === 'TARGET_JVM_ARGS';
  const clashes = { heap: /^-Xm[sx]/, aot: /^-(Xshare|XX:.*(AOT|SharedArchive|ArchiveClasses))/ };
  const clash =
    isJvmArgs && (env.TARGET_JVM_ARGS ?? '').split(/\s+/).some((arg) => clashes[/** @type {'heap' | 'aot'} */ (over)].test(arg));
  if (clash || (option.startsWith('TARGET_') && !isJvmArgs && env[option])) {
    throw new UsageError(`${option}=${env[option]}: OVER=${over} sets it; VALUES has its values`);
  }
  if (over === 'pool' && env.SETTINGS) throw new UsageError(`SETTINGS=${env.SETTINGS}: it sets pools, which OVER=pool does`);
}

/** @param {Sweep} sweep @param {Found} found */
function refuseTooMuchMemory({ over, targets, values }, { memoryMb }) {
  const heaps = values.map((value) => (over === 'heap' ? Number(value) : HEAP_MB) + BESIDE_HEAP_MB);
  const needMb = targets.length * heaps.reduce((sum, each) => sum + each, 0);
  if (needMb <= memoryMb) return;
  throw new UsageError(
    `VALUES=${values.join()}: ${plural(targets.length * values.length, 'JVM')} at a time need about ${Math.round(needMb)} MB, and this machine has ${Math.round(memoryMb)} MB; take fewer values or targets`,
  );
}

/** @param {Catalogue} catalogue @param {Sweep} sweep @returns {string[]} those of the core that are compared in blocks; of pools those with a database */
function defaultScenarios(catalogue, { over, targets }) {
  return chooseScenarios(undefined, catalogue)
    .filter((scenario) => targets.some(fitting(catalogue, scenario)))
    .filter((scenario) => hasBlocks(catalogue, scenario))
    .filter((scenario) => over !== 'pool' || catalogue.scenarios[scenario].database);
}
