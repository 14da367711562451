import { ascending, mean, sum } from '../../util/math.js';
import { hodgesLehmann } from './hodges-lehmann.js';
import { meanVariance, moderatedVariance } from './moderated-variance.js';
import { studentT, twoSidedP } from './student-t.js';

/**
 * The ratio of two targets from blocks within rounds. Blocks of one round share their JVMs and are not independent; rounds are. So a round
 * is one value, and the interval comes from the spread of rounds (Kalibera & Jones, 'Rigorous Benchmarking in Reasonable Time', ISMM 2013:
 * random effects, as many values as repetitions of the highest level).
 *
 * @typedef {import('./moderated-variance.js').Variance} Variance
 * @typedef {{ round: number, block: number, values: Record<string, number> }} Sample one block: the log of each target's throughput, or of its CPU per
 *   request; a target whose slice is void is absent
 * @typedef {{ target: string, logRatio: number, standardError: number | null, degrees: number | null, ratio: number, low: number | null, high: number | null,
 *   pValue: number | null, roundRatios: number[], rounds: number, blocks: number }} TwoLevelComparison 95 % interval; null with a single round
 * @typedef {{ sigma2Block: number, sigma2Round: number }} NoiseComponents variance of the log ratio of one block within a round, and of that of a
 *   round's JVMs
 */

/**
 * @param {Sample[]} samples of one scenario and metric
 * @param {{ targets: string[], baseline: string }} names
 * @returns {TwoLevelComparison[]} each target against the baseline; without those that share no block with it
 */
export function twoLevelComparisons(samples, { targets, baseline }) {
  const rounds = inRounds(samples);
  const pooled = pooledVariance(rounds, targets);
  return targets
    .filter((target) => target !== baseline)
    .map((target) => ({ target, ratios: blockLogRatios(rounds, target, baseline) }))
    .filter(({ ratios }) => ratios.length > 0)
    .map(({ target, ratios }) => comparison(target, ratios, pooled));
}

/** @param {string} target @param {number[][]} ratios logs, of each round @param {Variance} pooled @returns {TwoLevelComparison} */
function comparison(target, ratios, pooled) {
  const ofRounds = ratios.map(hodgesLehmann);
  const logRatio = mean(ofRounds);
  const rounds = ofRounds.length;
  const figures = {
    target,
    logRatio,
    ratio: Math.exp(logRatio),
    roundRatios: ofRounds.map(Math.exp),
    rounds,
    blocks: ratios.flat().length,
  };
  if (rounds === 1) return { ...figures, standardError: null, degrees: null, low: null, high: null, pValue: null };
  const { variance, degrees } = moderatedVariance(varianceOf(ofRounds), pooled);
  const standardError = Math.sqrt(variance / rounds);
  const halfWidth = studentT(degrees) * standardError;
  const [low, high] = [logRatio - halfWidth, logRatio + halfWidth].map(Math.exp);
  return { ...figures, standardError, degrees, low, high, pValue: twoSidedP(logRatio, standardError, degrees) };
}

/**
 * @param {Sample[][]} rounds
 * @param {string[]} targets
 * @returns {Variance} of a round's log ratio, over all pairs of targets; in a complete table of means, it would be twice the residual mean square of
 *   the two-way analysis of variance (Montgomery, 'Design and Analysis of Experiments': randomised complete blocks)
 */
function pooledVariance(rounds, targets) {
  const variances = pairs(targets)
    .map((pair) => blockLogRatios(rounds, ...pair).map(hodgesLehmann))
    .filter((ofRounds) => ofRounds.length > 1)
    .map(varianceOf);
  // Pairs that share a target are not independent: their degrees do not add up.
  const degrees = Math.max(residualDegrees(rounds, targets), ...variances.map((each) => each.degrees));
  return { variance: meanVariance(variances), degrees };
}

/**
 * Of the two-way table of rounds and targets: its cells, less one for each round and each target, and one for the mean.
 * @param {Sample[][]} rounds
 * @param {string[]} targets
 */
function residualDegrees(rounds, targets) {
  const measured = rounds.map((blocks) => targets.filter((target) => blocks.some(({ values }) => target in values)));
  return sum(measured.map((names) => Math.max(0, names.length - 1))) - (new Set(measured.flat()).size - 1);
}

/**
 * How the noise of a ratio divides between blocks and rounds, averaged over all pairs of targets: the variance components of the one-way
 * random effects model (Searle, Casella & McCulloch, 'Variance Components', 1992, chapter 3).
 * @param {Sample[]} samples of one scenario and metric
 * @param {string[]} targets
 * @returns {NoiseComponents | null} null without a round of two blocks, or with fewer than two rounds
 */
export function noiseComponents(samples, targets) {
  const ratios = ratiosOfPairs(samples, targets);
  const sigma2Block = varianceWithin(ratios);
  const overRounds = ratios.filter((ofPair) => ofPair.length > 1);
  if (sigma2Block === null || overRounds.length === 0) return null;
  const ofRounds = meanVariance(overRounds.map((ofPair) => varianceOf(ofPair.map(mean))));
  const ofBlocksInIt = sigma2Block * mean(overRounds.flat().map((blocks) => 1 / blocks.length));
  return { sigma2Block, sigma2Round: Math.max(0, ofRounds - ofBlocksInIt) };
}

/** @param {Sample[]} samples of one scenario and metric @param {string[]} targets @returns {number | null} `sigma2Block`, also of one round; null without a round of two blocks */
export function varianceWithinRounds(samples, targets) {
  return varianceWithin(ratiosOfPairs(samples, targets));
}

/** @param {number[][][]} ratios of each pair, its rounds */
function varianceWithin(ratios) {
  const withinRounds = ratios.flat().filter((blocks) => blocks.length > 1);
  return withinRounds.length === 0 ? null : meanVariance(withinRounds.map(varianceOf));
}

/** @param {Sample[]} samples @param {string[]} targets @returns {number[][][]} of each pair of targets the logs of its blocks, by round */
function ratiosOfPairs(samples, targets) {
  const rounds = inRounds(samples);
  return pairs(targets).map((pair) => blockLogRatios(rounds, ...pair));
}

/**
 * @param {Sample[][]} rounds
 * @param {string} target
 * @param {string} other
 * @returns {number[][]} log ratios of the blocks that have both, for each round that has such blocks
 */
function blockLogRatios(rounds, target, other) {
  return rounds
    .map((blocks) => blocks.filter(({ values }) => target in values && other in values).map(({ values }) => values[target] - values[other]))
    .filter((ratios) => ratios.length > 0);
}

/** @param {Sample[]} samples @returns {Sample[][]} rounds in ascending order */
function inRounds(samples) {
  const numbers = ascending([...new Set(samples.map(({ round }) => round))]);
  return numbers.map((number) => samples.filter(({ round }) => round === number));
}

/** @param {string[]} targets @returns {[string, string][]} each pair once */
function pairs(targets) {
  return targets.flatMap((one, index) => targets.slice(index + 1).map((other) => /** @type {[string, string]} */ ([one, other])));
}

/** @param {number[]} values at least two @returns {Variance} of one value */
function varianceOf(values) {
  const centre = mean(values);
  const degrees = values.length - 1;
  return { variance: sum(values.map((value) => (value - centre) ** 2)) / degrees, degrees };
}
