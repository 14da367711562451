/** The ratio of two rates over rounds, sums over sums, with its standard error on the log scale; and its bootstrap-t interval (Efron & Tibshirani, 'An
 * Introduction to the Bootstrap', 1993, section 12.5), with rounds as the sample. docs/dev/method.md says why this one of the bootstraps. */
import { seededRandom } from '../../util/random.ts';
import { sum } from '../../util/math.ts';
import { studentT, twoSidedP } from './student-t.ts';
import { ROUNDS_FOR_VERDICT } from './verdict.ts';

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

const RESAMPLES = 10_000;
const LEVEL = 0.95;
/** Of the sample's standard error, the least that a resample's is taken to be. In few rounds almost equal ones come together by chance,
 * seem to have no error, and make an end of the interval as far away as one likes: that its lengths are long and highly variable is the
 * known weakness of the method (Owen, 'Better bootstrap t confidence intervals for the mean', 2025, arXiv:2508.10083). docs/dev/method.md
 * has what the bound costs and brings. */
const LEAST_ERROR = 0.3;

/** @param sample at least one round on each side @param seed as of the interval @returns its p-value too; only the ratio where the rounds are too few */
export function ratioOfRates(sample: Sample, seed: number): { ratio: number } & Record<'low' | 'high' | 'pValue', number | null> {
  const { a, b } = sample;
  if (Math.min(a.length, b.length) >= ROUNDS_FOR_VERDICT) return { ...ratioInterval(sample, seed), pValue: tTest(sample) };
  const pooled = (rates: Rate[]) => sum(rates.map(({ above }) => above)) / sum(rates.map(({ below }) => below));
  return { ratio: pooled(a) / pooled(b), low: null, high: null, pValue: null };
}

/** @param sample at least two rounds on each side @param seed an unsigned 32-bit integer; the same seed gives the same interval (95 %) */
export function ratioInterval(sample: Sample, seed: number) {
  const { logRatio, standardError, granularity } = estimate(sample);
  const studentized = resampled(sample, seed, { logRatio, standardError });
  const tail = (1 - LEVEL) / 2;
  // Rounds that all counted the same are the same in every draw, and yet no plateau resolves less than one request.
  const least = studentT(Math.min(sample.a.length, sample.b.length) - 1) * granularity;
  return {
    ratio: Math.exp(logRatio),
    low: Math.exp(logRatio - Math.max(least, quantile(studentized, 1 - tail) * standardError)),
    high: Math.exp(logRatio + Math.max(least, -quantile(studentized, tail) * standardError)),
  };
}

/** @param estimated of the sample itself @returns in rising order: how many standard errors each resample lies from the sample */
function resampled(sample: Sample, seed: number, { logRatio, standardError }: { logRatio: number; standardError: number }): Float64Array {
  const random = seededRandom(seed);
  const draws = new Float64Array(RESAMPLES);
  // One object for all draws: most of a report's time went into making tens of thousands of them.
  const drawn = { a: [...sample.a], b: [...sample.b], paired: sample.paired };
  for (let index = 0; index < RESAMPLES; index++) {
    draw(sample, random, drawn);
    const resample = estimate(drawn);
    draws[index] = (resample.logRatio - logRatio) / Math.max(resample.standardError, LEAST_ERROR * standardError);
  }
  return draws.sort();
}

/** Whole rounds are drawn, with replacement, so that what a pair has in common stays in it. @param drawn is filled */
function draw({ a, b, paired }: Sample, random: () => number, drawn: Sample) {
  for (let index = 0; index < a.length; index++) {
    const round = Math.floor(random() * a.length);
    drawn.a[index] = a[round];
    if (paired) drawn.b[index] = b[round];
  }
  if (!paired) for (let index = 0; index < b.length; index++) drawn.b[index] = b[Math.floor(random() * b.length)];
}

/** @param share 0…1; between two draws by interpolation */
function quantile(sorted: Float64Array, share: number) {
  const at = Math.min(Math.max(share * (sorted.length + 1) - 1, 0), sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.ceil(at);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}
