/** The search for the highest rate that holds: a coarse ramp to put it between two rates, then halving of what lies between. */

/** Half of what is left unknown, as a share. */
export const PRECISION = 0.03;
const RAMP = 1.5;
/** Steeper: every rate that does not hold is tried twice. */
const RAMP_DOWN = 4;
const LOWEST_RATE = 1;
/** A single pause of the collector, or somebody else's process, must not decide. */
const ATTEMPTS = 2;

/**
 * @template T
 * @param {object} search
 * @param {number} search.first rate to begin with, requests per second
 * @param {number} search.highest rate that is not gone beyond
 * @param {(rate: number) => Promise<T & { holds: boolean }>} search.attempt measures one rate
 * @returns {Promise<{ capacity: number | null, reachedHighest: boolean, trials: (T & { holds: boolean })[] }>} `capacity`: the highest rate that was
 *   seen to hold; null if not even the lowest did; `trials` in the order they were made
 */
export async function searchCapacity({ first, highest, attempt }) {
  /** @type {(T & { holds: boolean })[]} */
  const trials = [];
  const holds = async (/** @type {number} */ rate) => {
    for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
      const trial = await attempt(rate);
      trials.push(trial);
      if (trial.holds) return true;
    }
    return false;
  };
  const { low, high } = await bracket({ first, highest, holds });
  if (low === null || high === null) return { capacity: low, reachedHighest: low !== null, trials };
  return { capacity: await halve(low, high, holds), reachedHighest: false, trials };
}

/**
 * @param {{ first: number, highest: number, holds: (rate: number) => Promise<boolean> }} search
 * @returns {Promise<{ low: number | null, high: number | null }>} a rate that holds and one that does not; null where there is none
 */
async function bracket({ first, highest, holds }) {
  let rate = Math.min(highest, Math.max(LOWEST_RATE, Math.round(first)));
  if (!(await holds(rate))) return downFrom(rate, holds);
  for (;;) {
    if (rate >= highest) return { low: rate, high: null };
    const next = Math.min(highest, Math.max(rate + 1, Math.round(rate * RAMP)));
    if (!(await holds(next))) return { low: rate, high: next };
    rate = next;
  }
}

/**
 * @param {number} high does not hold
 * @param {(rate: number) => Promise<boolean>} holds
 * @returns {Promise<{ low: number | null, high: number }>}
 */
async function downFrom(high, holds) {
  while (high > LOWEST_RATE) {
    const lower = Math.max(LOWEST_RATE, Math.round(high / RAMP_DOWN));
    if (await holds(lower)) return { low: lower, high };
    high = lower;
  }
  return { low: null, high };
}

/**
 * In the middle of ratios: the search knows shares, not differences.
 * @param {number} low holds
 * @param {number} high does not
 * @param {(rate: number) => Promise<boolean>} holds
 * @returns {Promise<number>} a rate that holds
 */
async function halve(low, high, holds) {
  while (high / low > (1 + PRECISION) ** 2 && high - low > 1) {
    const middle = Math.round(Math.sqrt(low * high));
    if (await holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
