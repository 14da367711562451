/** Did the JVMs stay as they were, and do their figures agree with each other? */
import { jvmsOf } from '../group/group.ts';
import { bottleneckOfSlices } from '../bottleneck/bottleneck.ts';
import { median, present, sum } from '../../util/math.ts';
import { comparisonOf, groupOfPair, okParts, ofScenario, ofTarget } from './scopes.ts';
import type { FiguresToJudge as Figures, Group, SliceFigures, Comparison } from '../types.ts';
import type { Finding, JvmFacts, TiersOfVariant } from './types.ts';

/** By how much more of the compiled methods must be at tier 2 than without a cache. */
const STUCK_SHARE = 0.1;

/** By which each slice after the change differs from each one before. Five slices that scatter by 9 % do by chance in 1 of 2,000 JVMs. */
const LEAST_FACTOR = 1.25;
/** On each side: a single slice may be an outlier. */
const LEAST_SLICES = 2;

export function jvms(figures: Figures): Finding[] {
  return [
    ...figures.groups.flatMap((group) => changed(group, figures)),
    ...figures.comparisons.flatMap((each) => contradiction(each, figures)),
    ...figures.run.scenarios.flatMap((scenario) => compiledTiers(figures, scenario)),
  ];
}

function changed(group: Group, figures: Figures): Finding[] {
  return jvmsOf(group.slices).flatMap((slices) => {
    const change = jvmChange(slices);
    if (change === null) return [];
    const { first, ...how } = change;
    return [
      { ...ofTarget(group), kind: 'jvm-changed' as const, round: first.round, block: first.block, ...how, facts: factsOf(first, figures) },
    ];
  });
}

/** @returns of its JVM, over the part in which it changed */
function factsOf({ scenario, round, number, target }: SliceFigures, { parts }: Figures): JvmFacts | null {
  const own = parts.find(({ planned }) => planned.scenario === scenario && planned.round === round && planned.number === number);
  return own?.part?.jvms[target] ?? null;
}

/** A target that has used up its CPU is the faster, the less CPU a request takes. Where blocks say otherwise, one of the two figures is wrong. */
function contradiction(throughput: Comparison, figures: Figures): Finding[] {
  const { scenario, target, metric } = throughput;
  const cpu = comparisonOf(figures, { scenario, target, metric: 'cpu' });
  if (metric !== 'throughput' || cpu === null) return [];
  const areAbove = [throughput, cpu].every(({ low }) => low !== null && low > 1);
  const areBelow = [throughput, cpu].every(({ high }) => high !== null && high < 1);
  const slower = groupOfPair(figures, { scenario, target: areAbove ? figures.baseline : target })?.good ?? [];
  const isOutOfCpu = bottleneckOfSlices(slower)?.bottleneck.kind === 'target CPU';
  if ((!areAbove && !areBelow) || !isOutOfCpu) return [];
  return [{ ...ofTarget(throughput), kind: 'metrics-contradict', throughput, cpu }];
}

/** Did the methods of JVMs with a start-up cache reach the same tiers as without one? @returns none where no tiers were recorded */
function compiledTiers(figures: Pick<Figures, 'run' | 'parts'>, scenario: string): Finding[] {
  const last = okParts(figures, scenario).at(-1)?.part;
  const { targets } = figures.run.catalogue;
  const shares = Object.entries(last?.jvms ?? {}).flatMap(([target, { tiers }]) => (tiers ? [{ target, ...sharesOf(tiers) }] : []));
  if (shares.length === 0) return [];
  const variantOf = ({ target }: { target: string }) => targets[target].variant;
  const stuck = shares.filter((own) => {
    const without = shares.find((each) => variantOf(each)?.value === 'none' && variantOf(each)?.of === variantOf(own)?.of);
    return own.tier2 > (without?.tier2 ?? 1) + STUCK_SHARE;
  });
  return [
    { ...ofScenario(scenario), kind: 'compiled-tiers', variants: shares },
    ...(stuck.length > 0 ? [{ ...ofScenario(scenario), kind: 'stuck-tiers' as const, variants: stuck }] : []),
  ];
}

function sharesOf(tiers: Record<string, number>): Pick<TiersOfVariant, 'methods' | 'tier2' | 'tier4'> {
  const methods = sum(Object.values(tiers));
  const share = (tier: string) => (methods > 0 ? (tiers[tier] ?? 0) / methods : 0);
  return { methods, tier2: share('2'), tier4: share('4') };
}

/** A JVM that changes for good within its life: from some slice on, requests take clearly more CPU than in every slice before, or clearly
 * less. It was seen in `simple`, where three of four equal JVMs went from 0.042 to 0.061 s per 1,000 requests after ten blocks.
 * @param slices of one JVM in one scenario, in their order
 * @returns the place where both sides are farthest apart: the slice after it, median CPU per request after by before, slices on each side;
 * null where they overlap or are too close everywhere */
export function jvmChange(slices: SliceFigures[]) {
  const known = slices.filter(({ cpuCounts, stage }) => cpuCounts && stage.cpuPer1000);
  const costs = present(known.map(({ stage }) => stage.cpuPer1000));
  const places = costs.map((_, at) => at).filter((at) => at >= LEAST_SLICES && costs.length - at >= LEAST_SLICES);
  const gaps = places.map((at) => ({ at, gap: gapBetween(costs.slice(0, at), costs.slice(at)) }));
  const [widest] = gaps.toSorted((one, other) => other.gap - one.gap);
  if (!widest || widest.gap <= LEAST_FACTOR) return null;
  const { at } = widest;
  return { first: known[at], factor: median(costs.slice(at)) / median(costs.slice(0, at)), earlier: at, later: costs.length - at };
}

/** @returns ratio of the closest two of them, the larger by the smaller; below 1 where they overlap */
function gapBetween(before: number[], after: number[]): number {
  return Math.max(Math.min(...after) / Math.max(...before), Math.min(...before) / Math.max(...after));
}
