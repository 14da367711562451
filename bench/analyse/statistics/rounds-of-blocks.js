import { ascending, sum } from '../../util/math.js';
import { hodgesLehmann } from './hodges-lehmann.js';

/**
 * Blocks within rounds, two targets at a time.
 *
 * @typedef {import('./moderated-variance.js').Variance} Variance
 * @typedef {{ round: number, block: number, values: Record<string, number> }} Sample one block: the log of each target's throughput, or of its CPU per
 *   request; a target whose slice is discarded is absent
 * @typedef {{ ofRounds: number[], logRatio: number, variance: Variance | null }} PairEstimate `ofRounds`: the log ratio of each round; `variance`: of one
 *   round, null with a single one
 */

/** @param {Sample[]} samples @returns {Sample[][]} rounds in ascending order */
export function inRounds(samples) {
  const numbers = ascending([...new Set(samples.map(({ round }) => round))]);
  return numbers.map((number) => samples.filter(({ round }) => round === number));
}

/** @param {string[]} targets @returns {[string, string][]} each pair once */
export function pairs(targets) {
  return targets.flatMap((one, index) => targets.slice(index + 1).map((other) => /** @type {[string, string]} */ ([one, other])));
}

/**
 * @param {Sample[][]} rounds
 * @param {string} target
 * @param {string} other
 * @returns {number[][]} log ratios of the blocks that have both, for each round that has such blocks
 */
export function blockLogRatios(rounds, target, other) {
  return rounds
    .map((blocks) => blocks.filter(({ values }) => target in values && other in values).map(({ values }) => values[target] - values[other]))
    .filter((ratios) => ratios.length > 0);
}

/**
 * A round counts with the square root of its blocks: of one block it is worth less than of five, but not a fifth, since its JVMs differ, too.
 * The weights do not depend on the data.
 * @param {number[][]} ratios logs, of the blocks of each round
 * @returns {PairEstimate}
 */
export function pairEstimate(ratios) {
  const ofRounds = ratios.map(hodgesLehmann);
  const weights = ratios.map((blocks) => Math.sqrt(blocks.length));
  const weighted = (/** @type {number[]} */ values) => sum(values.map((value, round) => weights[round] * value)) / sum(weights);
  const logRatio = weighted(ofRounds);
  const degrees = ratios.length - 1;
  if (degrees === 0) return { ofRounds, logRatio, variance: null };
  const spread = weighted(ofRounds.map((value) => (value - logRatio) ** 2));
  return { ofRounds, logRatio, variance: { variance: (spread * ratios.length) / degrees, degrees } };
}

/**
 * @param {Sample[][]} rounds
 * @param {string[]} targets
 * @returns {(Variance & { pair: [string, string] })[]} of a round's log ratio, of each pair of targets that has two rounds
 */
export function pairVariances(rounds, targets) {
  return pairs(targets).flatMap((pair) => {
    const ratios = blockLogRatios(rounds, ...pair);
    const variance = ratios.length > 1 ? pairEstimate(ratios).variance : null;
    return variance ? [{ ...variance, pair }] : [];
  });
}
