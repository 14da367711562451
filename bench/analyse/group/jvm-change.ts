/** A JVM that changes for good within its life: from some slice on, requests take clearly more CPU than in every slice before, or clearly less. It was
 * seen in `simple`, where three of four equal JVMs went from 0.042 to 0.061 s per 1,000 requests after ten blocks. */
import { median, present } from '../../util/math.ts';
import type { SliceFigures } from '../types.ts';

/** `first`: slice after the change; `factor`: median CPU per request after by before; `earlier`, `later`: slices on each side */
type JvmChange = { first: SliceFigures; factor: number; earlier: number; later: number };

/** By which each slice after the change differs from each one before. Five slices that scatter by 9 % do by chance in 1 of 2,000 JVMs. */
const LEAST_FACTOR = 1.25;
/** On each side: a single slice may be an outlier. */
const LEAST_SLICES = 2;

/**
 * @param slices of one JVM in one scenario, in their order
 * @returns the place where both sides are farthest apart; null where they overlap or are too close everywhere
 */
export function jvmChange(slices: SliceFigures[]): JvmChange | null {
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
