/** The plan of `make startup`: targets, each with one or several caches, started again and again. */
import { accessSync, constants } from 'node:fs';
import { wholeNumber } from '../../../k6/lib/input.js';
import { capabilitiesOf } from '../../engines/engines.js';
import { limitsOf } from '../../record/json/limits.js';
import { MAX_STARTS } from '../../record/startup/record.js';
import { CACHES } from '../../record/variant.js';
import { UsageError } from '../../util/errors.js';
import { defaultBaseline } from '../baseline.js';
import { asUsageError, drawSeed, isSwitchedOn } from '../knobs.js';
import { chooseNames, chooseTargets, withPairs } from '../pairs.js';
import { swept, variantName } from './sweep.js';

/** @typedef {import('../../record/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../../record/startup/record.js').StartupPlan} StartupPlan */

/** What `make startup` may be asked for, beside the limits. */
export const STARTUP_KNOBS = ['TARGETS', 'STARTS', 'VARIANTS', 'COLD', 'SEED'];
/** Whose first answer is waited for: it needs the web server, the pool and the database. */
const SCENARIO = 'read';
const DEFAULT_STARTS = 10;
const SEEDS = 2 ** 32;
/** Writing 3 to it empties the caches of files and folders (Documentation/admin-guide/sysctl/vm.rst of the kernel). */
export const DROP_CACHES = '/proc/sys/vm/drop_caches';

/**
 * @param {Record<string, string | undefined>} env
 * @param {Catalogue} catalogue
 * @param {string} [dropCaches] the kernel's switch
 * @returns {{ plan: StartupPlan, catalogue: Catalogue }} the catalogue that its targets are of
 * @throws {UsageError} one line that names the knob, its value and what is accepted
 */
export function startupOptions(env, catalogue, dropCaches = DROP_CACHES) {
  if (!capabilitiesOf(env.ENGINE).timesStarts) {
    throw new UsageError(`ENGINE=${env.ENGINE}: the start of a container is not that of its JVM; take ENGINE=native`);
  }
  const chosen = chooseTargets(env.TARGETS, catalogue);
  const { targets } = withPairs(catalogue, { targets: chosen, scenarios: [SCENARIO] }, env);
  const caches = /** @type {StartupPlan['caches']} */ (chooseNames('VARIANTS', env.VARIANTS || CACHES[0], [...CACHES]));
  const variants =
    caches.length > 1 ? swept(catalogue, { over: 'aot', targets, values: caches }) : onlyCache(catalogue, targets, caches[0]);
  const names = Object.keys(variants.targets).filter((name) => targets.includes(variants.targets[name].variant?.of ?? name));
  const given = { STARTS: env.STARTS || undefined, SEED: env.SEED || undefined };
  return {
    catalogue: variants,
    plan: {
      targets: names,
      baseline: names.length > targets.length ? names[0] : defaultBaseline(names),
      caches,
      starts: asUsageError(() => wholeNumber(given, 'STARTS', DEFAULT_STARTS, 1, MAX_STARTS)),
      cold: isCold(env.COLD, dropCaches),
      scenario: SCENARIO,
      seed: asUsageError(() => wholeNumber(given, 'SEED', drawSeed(), 0, SEEDS - 1)),
      ...asUsageError(() => limitsOf(env)),
    },
  };
}

/**
 * Without a cache a target is what it is in other runs, and keeps its name.
 * @param {Catalogue} catalogue
 * @param {string[]} targets
 * @param {typeof CACHES[number]} cache
 * @returns {Catalogue}
 */
function onlyCache(catalogue, targets, cache) {
  if (cache === 'none') return catalogue;
  const all = swept(catalogue, { over: 'aot', targets, values: ['none', cache] });
  const own = targets.map((target) => variantName(target, 'aot', cache)).map((name) => [name, all.targets[name]]);
  return { ...all, targets: Object.fromEntries(own) };
}

/** @param {string | undefined} value of COLD @param {string} dropCaches */
function isCold(value, dropCaches) {
  if (!isSwitchedOn('COLD', value, "the disk's caches are emptied before each start")) return false;
  try {
    accessSync(dropCaches, constants.W_OK);
  } catch {
    throw new UsageError(`COLD=1: emptying the disk's caches needs root, and ${dropCaches} cannot be written`);
  }
  return true;
}
