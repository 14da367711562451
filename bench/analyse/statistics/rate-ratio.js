/**
 * The ratio of two rates over rounds, sums over sums, with its standard error on the log scale.
 *
 * @typedef {{above: number, below: number, resolution: number}} Rate one round of one side: `above` (requests, CPU seconds) for each
 *   `below` (seconds, requests), both > 0; `resolution`: the smallest relative step that this rate could have shown, as 1 / requests
 * @typedef {{a: Rate[], b: Rate[], paired: boolean}} Sample a against b; paired: a[i] and b[i] are of one round
 * @typedef {{logRatio: number, standardError: number}} Estimate
 */

/**
 * @param {Sample} sample at least two rounds on each side; equally many where paired
 * @returns {Estimate}
 */
export function estimate({ a, b, paired }) {
  const logRatio = Math.log(pooled(a) / pooled(b));
  const influenceA = influences(a);
  const influenceB = influences(b);
  const spread = paired
    ? varianceOfMean(influenceA.map((value, round) => value - influenceB[round]))
    : varianceOfMean(influenceA) + varianceOfMean(influenceB);
  return { logRatio, standardError: Math.sqrt(spread + granularity(a) + granularity(b)) };
}

/** @param {Rate[]} rates @returns {number} sum over sum, never the mean of the rounds' rates */
function pooled(rates) {
  return sum(rates.map(({ above }) => above)) / sum(rates.map(({ below }) => below));
}

/**
 * By how much each round pulls the log of the pooled rate: its linearisation (delta method; Efron & Tibshirani, 'An Introduction
 * to the Bootstrap', 1993, chapter 21).
 * @param {Rate[]} rates
 */
function influences(rates) {
  const above = sum(rates.map((rate) => rate.above)) / rates.length;
  const below = sum(rates.map((rate) => rate.below)) / rates.length;
  return rates.map((rate) => rate.above / above - rate.below / below);
}

/** @param {number[]} values whose mean is 0 */
function varianceOfMean(values) {
  return sum(values.map((value) => value ** 2)) / (values.length * (values.length - 1));
}

/**
 * Rounds that counted exactly the same are not without error: a plateau cannot tell less than one request apart. Without this a
 * handful of requests per plateau, as of a blocked event loop, would have no error at all.
 * @param {Rate[]} rates
 */
function granularity(rates) {
  return sum(rates.map(({ resolution }) => resolution ** 2)) / rates.length ** 2;
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
