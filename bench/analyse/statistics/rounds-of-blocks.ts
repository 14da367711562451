/** Blocks within rounds, two targets at a time. */
import { ascending, median, sum } from '../../util/math.ts';
import type { Variance } from './noise.ts';

/** one block: the log of each target's throughput, or of its CPU per request; a target whose slice is discarded is absent */
export type Sample = { round: number; block: number; values: Record<string, number> };

/** @returns rounds in ascending order */
export function inRounds(samples: Sample[]): Sample[][] {
  const numbers = ascending([...new Set(samples.map(({ round }) => round))]);
  return numbers.map((number) => samples.filter(({ round }) => round === number));
}

export function pairs(targets: string[]): [string, string][] {
  return targets.flatMap((one, index) => targets.slice(index + 1).map((other): [string, string] => [one, other]));
}

/** @returns log ratios of the blocks that have both, for each round that has such blocks */
export function blockLogRatios(rounds: Sample[][], target: string, other: string): number[][] {
  return rounds
    .map((blocks) => blocks.filter(({ values }) => target in values && other in values).map(({ values }) => values[target] - values[other]))
    .filter((ratios) => ratios.length > 0);
}

/** Nearly as exact as the mean where noise is normal (95 %), and little moved by a few disturbed values (Hodges & Lehmann, 'Estimates of
 * location based on rank tests', Annals of Mathematical Statistics 34, 1963). Of one or two values it is the mean.
 * @param values at least one
 * @returns the median of the means of all pairs of values, each value with itself included */
export function hodgesLehmann(values: number[]): number {
  return median(values.flatMap((one, index) => values.slice(index).map((other) => (one + other) / 2)));
}

/** A round counts with the square root of its blocks: of one block it is worth less than of five, but not a fifth, since its JVMs differ,
 * too. The weights do not depend on the data.
 * @param ratios logs, of the blocks of each round @returns `ofRounds`: the log ratio of each round; `variance`: of one round, null with a
 * single one */
export function pairEstimate(ratios: number[][]) {
  const ofRounds = ratios.map(hodgesLehmann);
  const weights = ratios.map((blocks) => Math.sqrt(blocks.length));
  const weighted = (values: number[]) => sum(values.map((value, round) => weights[round] * value)) / sum(weights);
  const logRatio = weighted(ofRounds);
  const degrees = ratios.length - 1;
  if (degrees === 0) return { ofRounds, logRatio, variance: null };
  const spread = weighted(ofRounds.map((value) => (value - logRatio) ** 2));
  return { ofRounds, logRatio, variance: { variance: (spread * ratios.length) / degrees, degrees } };
}

/** @returns of a round's log ratio, of each pair of targets that has two rounds */
export function pairVariances(rounds: Sample[][], targets: string[]): (Variance & { pair: [string, string] })[] {
  return pairs(targets).flatMap((pair) => {
    const ratios = blockLogRatios(rounds, ...pair);
    const variance = ratios.length > 1 ? pairEstimate(ratios).variance : null;
    return variance ? [{ ...variance, pair }] : [];
  });
}
