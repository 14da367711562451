import { jvmsOf } from '../group/group.js';
import { jvmChange } from '../group/jvm-change.js';
import { bottleneckOfSlices } from '../bottleneck/slices.js';
import { sum } from '../../util/math.js';
import { groupOfPair, okParts, ofTarget } from './scopes.js';

/**
 * Did the JVMs stay as they were, and do their figures agree with each other?
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').SliceFigures} SliceFigures
 * @typedef {import('../types.js').Comparison} Comparison
 * @typedef {import('./types.js').Finding} Finding
 * @typedef {import('./types.js').RatioWithInterval} RatioWithInterval
 * @typedef {import('./types.js').TiersOfVariant} TiersOfVariant
 */

/** By how much more of the compiled methods must be at tier 2 than without a cache. */
const STUCK_SHARE = 0.1;

/** @param {Figures} figures @returns {Finding[]} */
export function jvms(figures) {
  return [
    ...figures.groups.flatMap((group) => changed(group, figures)),
    ...figures.comparisons.flatMap((each) => contradiction(each, figures)),
    ...figures.run.scenarios.flatMap((scenario) => compiledTiers(figures, scenario)),
  ];
}

/** @param {Group} group @param {Figures} figures @returns {Finding[]} */
function changed(group, figures) {
  return jvmsOf(group.slices).flatMap((slices) => {
    const change = jvmChange(slices);
    if (change === null) return [];
    const { first, factor, earlier, later } = change;
    const { round, block } = first;
    const facts = factsOf(first, figures);
    return [{ ...ofTarget(group), kind: /** @type {const} */ ('jvm-changed'), round, block, factor, earlier, later, facts }];
  });
}

/** @param {SliceFigures} slice @param {Figures} figures @returns {import('./types.js').JvmFacts | null} of its JVM, over the part in which it changed */
function factsOf({ scenario, round, number, target }, { parts }) {
  const own = parts.find(({ planned }) => planned.scenario === scenario && planned.round === round && planned.number === number);
  const jvm = own?.part?.jvms[target];
  if (!jvm) return null;
  const { majorFaults, compilerCpuMs, compilerWaitMs } = jvm;
  return { majorFaults, compilerCpuMs, compilerWaitMs };
}

/**
 * A target that has used up its CPU is the faster, the less CPU a request takes. Where blocks say otherwise, one of the two figures is wrong.
 * @param {Comparison} comparison
 * @param {Figures} figures
 * @returns {Finding[]}
 */
function contradiction(comparison, figures) {
  const { scenario, target, metric } = comparison;
  if (metric !== 'throughput') return [];
  const ofCpu = figures.comparisons.find((each) => each.scenario === scenario && each.target === target && each.metric === 'cpu');
  const [throughput, cpu] = [withInterval(comparison), ofCpu ? withInterval(ofCpu) : null];
  if (!throughput || !cpu) return [];
  const areAbove = throughput.low > 1 && cpu.low > 1;
  const areBelow = throughput.high < 1 && cpu.high < 1;
  const slower = areAbove ? figures.baseline : target;
  if ((!areAbove && !areBelow) || !isOutOfCpu({ scenario, target: slower }, figures)) return [];
  return [{ ...ofTarget(comparison), kind: 'metrics-contradict', throughput, cpu }];
}

/** @param {{ scenario: string, target: string }} pair @param {Figures} figures */
function isOutOfCpu(pair, figures) {
  const slices = groupOfPair(figures, pair)?.good ?? [];
  return bottleneckOfSlices(slices)?.bottleneck.kind === 'target CPU';
}

/** @param {Comparison} comparison @returns {RatioWithInterval | null} */
function withInterval({ ratio, low, high }) {
  return low === null || high === null ? null : { ratio, low, high };
}

/**
 * Did the methods of JVMs with a start-up cache reach the same tiers as without one?
 * @param {Pick<Figures, 'run' | 'parts'>} figures
 * @param {string} scenario
 * @returns {Finding[]} none where no tiers were recorded
 */
export function compiledTiers(figures, scenario) {
  const last = okParts(figures, scenario).at(-1)?.part;
  const { targets } = figures.run.catalogue;
  const shares = Object.entries(last?.jvms ?? {}).flatMap(([target, { tiers }]) => (tiers ? [{ target, ...sharesOf(tiers) }] : []));
  if (shares.length === 0) return [];
  const without = (/** @type {string} */ target) =>
    shares.find(
      (each) => targets[each.target].variant?.value === 'none' && targets[each.target].variant?.of === targets[target].variant?.of,
    );
  const stuck = shares.filter(({ target, tier2 }) => tier2 > (without(target)?.tier2 ?? 1) + STUCK_SHARE);
  const scope = /** @type {const} */ ({ scope: 'scenario', scenario });
  return [
    { ...scope, kind: 'compiled-tiers', variants: shares },
    ...(stuck.length > 0 ? [{ ...scope, kind: /** @type {const} */ ('stuck-tiers'), variants: stuck }] : []),
  ];
}

/** @param {Record<string, number>} tiers @returns {Pick<TiersOfVariant, 'methods' | 'tier2' | 'tier4'>} */
function sharesOf(tiers) {
  const methods = sum(Object.values(tiers));
  const share = (/** @type {string} */ tier) => (methods > 0 ? (tiers[tier] ?? 0) / methods : 0);
  return { methods, tier2: share('2'), tier4: share('4') };
}
