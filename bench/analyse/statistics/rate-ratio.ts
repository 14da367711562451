/** The ratio of two rates over rounds, sums over sums, with its standard error on the log scale. */
import { twoSidedP } from './student-t.ts';

/** one round of one side: `above` (requests, CPU seconds) for each `below` (seconds, requests), both > 0; `resolution`: the smallest relative step that
 * this rate could have shown, as 1 / requests */
export type Rate = { above: number; below: number; resolution: number };

/** a against b; paired: a[i] and b[i] are of one round */
export type Sample = { a: Rate[]; b: Rate[]; paired: boolean };

/** @param sample at least two rounds on each side; equally many where paired */
export function estimate({ a, b, paired }: Sample) {
  const [meanA, meanB] = [means(a), means(b)];
  const spread = paired ? pairedVariance(a, meanA, b, meanB) : variance(a, meanA) + variance(b, meanB);
  return {
    logRatio: Math.log(meanA.above / meanA.below / (meanB.above / meanB.below)),
    standardError: Math.sqrt(spread + meanA.granularity + meanB.granularity),
    /** the part of the standard error that is left where all rounds counted the same */
    granularity: Math.sqrt(meanA.granularity + meanB.granularity),
  };
}

/** Student's t test on the log of the ratio. Rounds that are no pairs have the degrees of freedom of the side with fewer of them: never
 * more than Welch's.
 * @returns two-sided p-value */
export function tTest(sample: Sample): number {
  const { logRatio, standardError } = estimate(sample);
  return twoSidedP(logRatio, standardError, Math.min(sample.a.length, sample.b.length) - 1);
}

/** Sum over sum, never the mean of the rounds' rates. `granularity`: rounds that counted exactly the same are not without error, since a
 * plateau cannot resolve less than one request. Without it a handful of requests per plateau, as of a blocked event loop, would have no
 * error at all. */
function means(rates: Rate[]) {
  let [above, below, granularity] = [0, 0, 0];
  for (const rate of rates) {
    above += rate.above;
    below += rate.below;
    granularity += rate.resolution ** 2;
  }
  const rounds = rates.length;
  return { above: above / rounds, below: below / rounds, granularity: granularity / rounds ** 2 };
}

/** By how much a round pulls the log of the pooled rate: its linearisation (delta method; Efron & Tibshirani, 'An Introduction to the
 * Bootstrap', 1993, chapter 21). Over all rounds the mean is 0. */
function influence(rate: Rate, mean: { above: number; below: number }) {
  return rate.above / mean.above - rate.below / mean.below;
}

function variance(rates: Rate[], mean: { above: number; below: number }): number {
  let squares = 0;
  for (const rate of rates) squares += influence(rate, mean) ** 2;
  return squares / (rates.length * (rates.length - 1));
}

/** @returns of the log of the ratio, without what both of a pair have in common */
function pairedVariance(a: Rate[], meanA: { above: number; below: number }, b: Rate[], meanB: { above: number; below: number }): number {
  let squares = 0;
  for (let round = 0; round < a.length; round++) squares += (influence(a[round], meanA) - influence(b[round], meanB)) ** 2;
  return squares / (a.length * (a.length - 1));
}
