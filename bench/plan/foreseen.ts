/** What further rounds would come to, and how long a run takes until its intervals are as narrow as it aims at. */
import { meanVariance, moderatedDegrees, steadiedDegrees } from '../analyse/statistics/noise.ts';
import { studentT } from '../analyse/statistics/student-t.ts';
import { endingOf } from '../record/ending.ts';
import { nextRound, type Limits, type ScenarioState } from './allocation.ts';

/** Half-width where none was asked for. */
const AIM = 0.1;
/** What takes longer is not foreseen. */
const MOST_SECONDS = 86_400;
/**
 * Variances of log ratios that are expected before any is measured: slices of one JVM differ by 6 %, JVMs of one jar by 4 %, on either side
 * (test/simulated/planner.ts). Afterwards each counts as one of so many degrees of freedom, since one of two rounds may be 0 by chance.
 */
export const PRIOR = { block: 2 * 0.06 ** 2, round: 2 * 0.04 ** 2, degrees: 2 };
/** What is foreseen need not be exact: with more, Student's t differs by less than 1 %, and takes long. */
const ENOUGH_DEGREES = 200;
const MOST_ROUNDS_FORESEEN = 1000;

/** @returns share */
export function aimOf(run: Parameters<typeof endingOf>[0]): number {
  return endingOf(run).halfWidth ?? AIM;
}

/** @param aim share */
export function isReached(states: ScenarioState[], aim: number): boolean {
  return states.every(({ halfWidth }) => halfWidth !== null && halfWidth <= aim);
}

/** @param aim share @returns of the rounds that make every interval as narrow; null: more than a day */
export function secondsToAim(states: ScenarioState[], limits: Omit<Limits, 'remainingSeconds'>, aim: number): number | null {
  const after = foreseen(states, { ...limits, targetHalfWidth: aim, remainingSeconds: MOST_SECONDS });
  return isReached(after.states, aim) ? after.seconds : null;
}

/** @returns after further rounds by the noise that is known now, each with the half-width that is then to be expected; what they take */
export function foreseen(states: ScenarioState[], limits: Limits): { states: ScenarioState[]; seconds: number } {
  let [now, seconds] = [states.map((state) => withPrior(state, limits)), 0];
  for (let round = 0; round < MOST_ROUNDS_FORESEEN; round++) {
    const planned = nextRound(now, { ...limits, remainingSeconds: limits.remainingSeconds - seconds });
    if (planned === null) break;
    seconds += planned.seconds;
    now = now.map((state) => {
      const own = planned.scenarios.find(({ scenario }) => scenario === state.scenario);
      return own ? afterRound(state, own.blocks, limits) : state;
    });
  }
  return { states: now, seconds };
}

/** @returns whose noise is known */
function withPrior(state: ScenarioState, { leastRounds }: Limits): ScenarioState {
  const { sigma2Block, sigma2Round, rounds, blocksSoFar, targets } = state;
  const moderated = (variance: number | null, more: number, prior: number) => {
    const degrees = Math.max(0, more) * (targets - 1);
    return meanVariance([
      { variance: variance ?? 0, degrees: variance === null ? 0 : degrees },
      { variance: prior, degrees: PRIOR.degrees },
    ]);
  };
  return {
    ...state,
    sigma2Block: moderated(sigma2Block, blocksSoFar - rounds, PRIOR.block),
    sigma2Round: moderated(sigma2Round, rounds - 1, PRIOR.round),
    // Where one target has too few rounds, the others' intervals do not speak for it.
    halfWidth: rounds < leastRounds ? null : state.halfWidth,
  };
}

/** A known interval becomes narrower with what it is made of; the others are as wide as the noise makes them. @param blocks of the round */
function afterRound(state: ScenarioState, blocks: number, { leastRounds }: Limits): ScenarioState {
  const next = { ...state, rounds: state.rounds + 1, blocksSoFar: state.blocksSoFar + blocks };
  if (next.rounds < leastRounds) return next;
  const narrowing = state.halfWidth === null ? 1 : Math.log1p(state.halfWidth) / logHalfWidth(state);
  return { ...next, halfWidth: Math.expm1(narrowing * logHalfWidth(next)) };
}

/** @param state of at least two rounds, whose noise is known @returns on the log scale, from the noise alone; above 0 */
function logHalfWidth({ targets, others, sigma2Block, sigma2Round, rounds, blocksSoFar }: ScenarioState): number {
  const ofRound = Number(sigma2Round) + (Number(sigma2Block) * rounds) / blocksSoFar;
  const ofScenario = (rounds - 1) * (targets - 1);
  const degrees = moderatedDegrees(rounds - 1, steadiedDegrees(ofScenario, others * ofScenario));
  return studentT(Math.min(ENOUGH_DEGREES, degrees)) * Math.sqrt(ofRound / rounds);
}
