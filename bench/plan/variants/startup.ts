/** The plan of `make startup`: targets, each with one or several caches, started again and again. */
import { accessSync, constants } from 'node:fs';
import { wholeNumber } from '../../../k6/lib/input.js';
import { capabilitiesOf } from '../../engines/engines.ts';
import { limitsOf } from '../../record/json/limits.ts';
import { MAX_STARTS, type StartupPlan } from '../../record/startup/record.ts';
import { CACHES, type Cache } from '../../record/variant.ts';
import { UsageError } from '../../util/errors.ts';
import { isSwitchedOn, seedOf, type Env } from '../knobs.ts';
import { chooseBaseline, chooseNames, chooseTargets, withPairs } from '../pairs.ts';
import { swept, variantName } from './sweep.ts';
import type { Catalogue } from '../../record/catalogue.ts';

/** What `make startup` may be asked for, beside the limits. */
export const STARTUP_KNOBS = ['TARGETS', 'STARTS', 'VARIANTS', 'COLD', 'SEED'];
/** Whose first answer is waited for: it needs the web server, the pool and the database. */
const SCENARIO = 'read';
const DEFAULT_STARTS = 10;
/** Writing 3 to it empties the caches of files and folders (Documentation/admin-guide/sysctl/vm.rst of the kernel). */
export const DROP_CACHES = '/proc/sys/vm/drop_caches';

/** @param dropCaches the kernel's switch @returns with the catalogue of its targets @throws {UsageError | InputError} one line */
export function startupOptions(env: Env, catalogue: Catalogue, dropCaches = DROP_CACHES): { plan: StartupPlan; catalogue: Catalogue } {
  if (!capabilitiesOf(env.ENGINE).timesStarts) {
    throw new UsageError(`ENGINE=${env.ENGINE}: the start of a container is not that of its JVM; take ENGINE=native`);
  }
  const chosen = chooseTargets(env.TARGETS, catalogue);
  const { targets } = withPairs(catalogue, { targets: chosen, scenarios: [SCENARIO] }, env);
  const caches = chooseNames('VARIANTS', env.VARIANTS ?? CACHES[0], CACHES);
  const variants =
    caches.length > 1 ? swept(catalogue, { over: 'aot', targets, values: caches }) : onlyCache(catalogue, targets, caches[0]);
  const names = Object.keys(variants.targets).filter((name) => targets.includes(variants.targets[name].variant?.of ?? name));
  const plan = {
    targets: names,
    baseline: names.length > targets.length ? names[0] : chooseBaseline(undefined, names),
    caches,
    starts: wholeNumber(env, 'STARTS', DEFAULT_STARTS, 1, MAX_STARTS),
    cold: isCold(env.COLD, dropCaches),
    scenario: SCENARIO,
    seed: seedOf(env),
    ...limitsOf(env),
  };
  return { catalogue: variants, plan };
}

/** Without a cache a target is what it is in other runs, and keeps its name. */
function onlyCache(catalogue: Catalogue, targets: string[], cache: Cache): Catalogue {
  if (cache === 'none') return catalogue;
  const all = swept(catalogue, { over: 'aot', targets, values: ['none', cache] });
  const own = targets.map((target) => variantName(target, 'aot', cache)).map((name) => [name, all.targets[name]]);
  return { ...all, targets: Object.fromEntries(own) };
}

function isCold(value: string | undefined, dropCaches: string) {
  if (!isSwitchedOn('COLD', value, "the disk's caches are emptied before each start")) return false;
  try {
    accessSync(dropCaches, constants.W_OK);
  } catch {
    throw new UsageError(`COLD=1: emptying the disk's caches needs root, and ${dropCaches} cannot be written`);
  }
  return true;
}
