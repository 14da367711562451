/** The ratio of two targets from blocks within rounds. Blocks of one round share their JVMs and are not independent; rounds are. So a round is one value,
 * and the interval comes from the spread of rounds (Kalibera & Jones, 'Rigorous Benchmarking in Reasonable Time', ISMM 2013: random effects, as many
 * values as repetitions of the highest level). */
import { mean } from '../../util/math.ts';
import { blockLogRatios, inRounds, pairEstimate, pairs, type Sample } from './rounds-of-blocks.ts';
import { studentT, twoSidedP } from './student-t.ts';
import { meanVariance, moderatedVariance, pooledVariance, steadied, tableNoise, varianceOf, type Noise, type Variance } from './noise.ts';

/** @param noise what the whole table tells; by default this scenario alone
 * @returns each target against the baseline; without those that share no block with it */
export function twoLevelComparisons(
  samples: Sample[],
  { targets, baseline }: { targets: string[]; baseline: string },
  { ofTargets, elsewhere }: Noise = tableNoise([{ samples, targets }])[0],
): TwoLevelComparison[] {
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

/** `low`, `high`: of the 95 % interval, null with a single round */
export type TwoLevelComparison = ReturnType<typeof comparison>;

function comparison(target: string, ratios: number[][], pooled: Variance) {
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

/** How the noise of a ratio divides between blocks and rounds, averaged over all pairs of targets: the variance components of the one-way
 * random effects model (Searle, Casella & McCulloch, 'Variance Components', 1992, chapter 3).
 * @param samples of one scenario and metric
 * @returns variance of the log ratio of one block within a round, null without a round of two blocks, and of that of a round's JVMs, null
 * also with fewer than two rounds */
export function noiseComponents(samples: Sample[], targets: string[]): Record<'sigma2Block' | 'sigma2Round', number | null> {
  const rounds = inRounds(samples);
  const ratios = pairs(targets).map((pair) => blockLogRatios(rounds, ...pair));
  const withinRounds = ratios.flat().filter((blocks) => blocks.length > 1);
  if (withinRounds.length === 0) return { sigma2Block: null, sigma2Round: null };
  const sigma2Block = meanVariance(withinRounds.map(varianceOf));
  const overRounds = ratios.filter((ofPair) => ofPair.length > 1);
  if (overRounds.length === 0) return { sigma2Block, sigma2Round: null };
  const ofRounds = meanVariance(overRounds.map((ofPair) => varianceOf(ofPair.map(mean))));
  const ofBlocksInIt = sigma2Block * mean(overRounds.flat().map((blocks) => 1 / blocks.length));
  return { sigma2Block, sigma2Round: Math.max(0, ofRounds - ofBlocksInIt) };
}
