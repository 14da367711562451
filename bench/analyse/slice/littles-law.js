/**
 * Little's law in a closed loop without think time: every user is in an iteration all the time, so the users of a slice are the iterations
 * per second times their mean duration (Little, 'A Proof for the Queuing Formula L = λW', Operations Research 9, 1961). Where they are
 * not, iterations, seconds or durations were measured wrongly. The sum of the durations is taken where they were spent: of an iteration
 * that reaches over an edge of the plateau what lies on it, so that the law is exact also for slow requests and short plateaus.
 *
 * @typedef {import('../../record/part.js').Slice} Slice
 * @typedef {import('../../record/raw-part.js').UserSecond} UserSecond
 * @typedef {import('../types.js').LittlesLaw} LittlesLaw
 * @typedef {{ kind: 'never answered', requests: number } | { kind: 'generator' }} Explanation of fewer users than the slice has: requests without an answer
 *   have no duration; the generator had no CPU left between two iterations
 */
import { nearestSecond } from '../../util/time.js';
import { sum } from '../../util/math.js';

export const TOLERANCE = 0.03;

/**
 * @param {Pick<Slice, 'vus' | 'plateauStartMs' | 'plateauEndMs'>} slice
 * @param {UserSecond[] | null} userSeconds of its part; null where they were not recorded
 * @returns {LittlesLaw | null} null without a plateau
 */
export function littlesLaw({ vus, plateauStartMs, plateauEndMs }, userSeconds) {
  const [from, to] = [nearestSecond(plateauStartMs), nearestSecond(plateauEndMs)];
  if (userSeconds === null || to <= from) return null;
  const spent = userSeconds.filter(({ second }) => second >= from && second < to);
  const mean = (/** @type {'iterations' | 'requests'} */ kind) => sum(spent.map((each) => each[kind])) / (to - from);
  const users = mean('iterations');
  const betweenRequests = users > 0 ? 1 - mean('requests') / users : 0;
  return { users, betweenRequests, holds: Math.abs(users / vus - 1) <= TOLERANCE, explanation: null };
}

/**
 * @param {LittlesLaw} law
 * @param {number} vus
 * @param {object} known what may explain a difference
 * @param {number} known.unanswered iterations that never ended, and so have no duration
 * @param {boolean} known.isGeneratorLimit had the generator no CPU left?
 * @returns {Explanation | null} why there are fewer users than the slice has, if that is known
 */
export function explanationOf({ users, holds }, vus, { unanswered, isGeneratorLimit }) {
  if (holds || users >= vus) return null;
  if (users + unanswered >= (1 - TOLERANCE) * vus) return { kind: 'never answered', requests: unanswered };
  return isGeneratorLimit ? { kind: 'generator' } : null;
}
