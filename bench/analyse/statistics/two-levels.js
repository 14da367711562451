import { mean, sum } from '../../util/math.js';
import { meanVariance, moderatedVariance } from './moderated-variance.js';
import { pooledVariance, steadied } from './pooled-variance.js';
import { blockLogRatios, inRounds, pairEstimate, pairs } from './rounds-of-blocks.js';
import { studentT, twoSidedP } from './student-t.js';
import { tableNoise } from './table-noise.js';

/**
 * The ratio of two targets from blocks within rounds. Blocks of one round share their JVMs and are not independent; rounds are. So a round
 * is one value, and the interval comes from the spread of rounds (Kalibera & Jones, 'Rigorous Benchmarking in Reasonable Time', ISMM 2013:
 * random effects, as many values as repetitions of the highest level).
 *
 * @typedef {import('./moderated-variance.js').Variance} Variance
 * @typedef {import('./rounds-of-blocks.js').Sample} Sample
 * @typedef {{ target: string, logRatio: number, standardError: number | null, degrees: number | null, ratio: number, low: number | null, high: number | null,
 *   pValue: number | null, roundRatios: number[], rounds: number, blocks: number }} TwoLevelComparison 95 % interval; null with a single round
 * @typedef {{ sigma2Block: number, sigma2Round: number }} NoiseComponents variance of the log ratio of one block within a round, and of that of a
 *   round's JVMs
 */

/**
 * @param {Sample[]} samples of one scenario and metric
 * @param {{ targets: string[], baseline: string }} names
 * @param {import('./table-noise.js').Noise} [noise] what the whole table tells; by default this scenario alone
 * @returns {TwoLevelComparison[]} each target against the baseline; without those that share no block with it
 */
export function twoLevelComparisons(samples, { targets, baseline }, { ofTargets, elsewhere } = tableNoise([{ samples, targets }])[0]) {
  const rounds = inRounds(samples);
  const pooled = steadied(pooledVariance(rounds, targets), elsewhere);
  return targets
    .filter((target) => target !== baseline)
    .map((target) => ({ target, ratios: blockLogRatios(rounds, target, baseline) }))
    .filter(({ ratios }) => ratios.length > 0)
    .map(({ target, ratios }) => {
      const noisier = Math.max(ofTargets.get(target) ?? 1, ofTargets.get(baseline) ?? 1);
      return comparison(target, ratios, { ...pooled, variance: noisier * pooled.variance });
    });
}

/** @param {string} target @param {number[][]} ratios logs, of each round @param {Variance} pooled @returns {TwoLevelComparison} */
function comparison(target, ratios, pooled) {
  const { ofRounds, logRatio, variance: own } = pairEstimate(ratios);
  const rounds = ofRounds.length;
  const figures = {
    target,
    logRatio,
    ratio: Math.exp(logRatio),
    roundRatios: ofRounds.map(Math.exp),
    rounds,
    blocks: ratios.flat().length,
  };
  if (own === null) return { ...figures, standardError: null, degrees: null, low: null, high: null, pValue: null };
  const { variance, degrees } = moderatedVariance(own, pooled);
  const standardError = Math.sqrt(variance / rounds);
  const halfWidth = studentT(degrees) * standardError;
  const [low, high] = [logRatio - halfWidth, logRatio + halfWidth].map(Math.exp);
  return { ...figures, standardError, degrees, low, high, pValue: twoSidedP(logRatio, standardError, degrees) };
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

/** @param {number[]} values at least two @returns {Variance} of one value */
function varianceOf(values) {
  const centre = mean(values);
  const degrees = values.length - 1;
  return { variance: sum(values.map((value) => (value - centre) ** 2)) / degrees, degrees };
}
