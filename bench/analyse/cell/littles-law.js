/**
 * Little's law in a closed loop without think time: every user is in an iteration all the time, so the users of a stage are the iterations
 * per second times their mean duration (Little, 'A Proof for the Queuing Formula L = λW', Operations Research 9, 1961). Where they are
 * not, iterations, seconds or durations were measured wrongly. The sum of the durations is taken where they were spent: of an iteration
 * that reaches over an edge of the plateau what lies on it, so that the law is exact also for slow requests and short plateaus.
 *
 * @typedef {import('../../record/cell.js').StageBounds} StageBounds
 * @typedef {import('../../record/raw-cell.js').UserSecond} UserSecond
 * @typedef {import('../types.js').LittlesLaw} LittlesLaw
 * @typedef {{ kind: 'never answered', requests: number } | { kind: 'generator' }} Explanation of fewer users than the stage has: requests without an answer
 *   have no duration; the generator had no CPU left between two iterations
 */
import { nearestSecond } from '../../util/time.js';
import { sum } from '../../util/math.js';

export const TOLERANCE = 0.03;

/**
 * @param {StageBounds[]} stages of one cell
 * @param {UserSecond[] | null} userSeconds of the whole cell; null where they were not recorded
 * @param {object} [known] what may explain a difference
 * @param {number} [known.unanswered] iterations that never ended, and so have no duration
 * @param {boolean[]} [known.isGeneratorLimit] for each stage, whether the generator had no CPU left
 * @returns {(LittlesLaw | null)[]} of each stage; null for a stage without a plateau
 */
export function littlesLaw(stages, userSeconds, { unanswered = 0, isGeneratorLimit = [] } = {}) {
  let cutOff = unanswered;
  /** @type {(LittlesLaw | null)[]} */
  const laws = [];
  // From the last stage on: k6 gives up on requests after it, and one that was under way before is missing at every stage in between as well.
  for (const [index, stage] of [...stages.entries()].reverse()) {
    const law = userSeconds ? onPlateau(stage, userSeconds) : null;
    laws.unshift(law && { ...law, explanation: law.holds ? null : explanation(law.users, stage.vus, cutOff, isGeneratorLimit[index]) });
    if (law) cutOff = Math.min(cutOff, Math.max(0, Math.round(stage.vus - law.users)));
  }
  return laws;
}

/**
 * @param {StageBounds} stage
 * @param {UserSecond[]} userSeconds
 * @returns {Omit<LittlesLaw, 'explanation'> | null}
 */
function onPlateau({ vus, plateauStartMs, plateauEndMs }, userSeconds) {
  const [from, to] = [nearestSecond(plateauStartMs), nearestSecond(plateauEndMs)];
  if (to <= from) return null;
  const spent = userSeconds.filter(({ second }) => second >= from && second < to);
  const mean = (/** @type {'iterations' | 'requests'} */ kind) => sum(spent.map((each) => each[kind])) / (to - from);
  const users = mean('iterations');
  return { users, betweenRequests: users > 0 ? 1 - mean('requests') / users : 0, holds: isRight(users, vus) };
}

/**
 * @param {number} users
 * @param {number} vus
 * @param {number} unanswered
 * @param {boolean} [isGeneratorLimit]
 * @returns {Explanation | null} why there are fewer users than the stage has, if that is known
 */
function explanation(users, vus, unanswered, isGeneratorLimit) {
  if (users >= vus) return null;
  if (users + unanswered >= (1 - TOLERANCE) * vus) return { kind: 'never answered', requests: unanswered };
  return isGeneratorLimit ? { kind: 'generator' } : null;
}

/** @param {number} users @param {number} vus */
function isRight(users, vus) {
  return Math.abs(users / vus - 1) <= TOLERANCE;
}
