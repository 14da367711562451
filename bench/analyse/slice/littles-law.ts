/** Little's law in a closed loop without think time: every user is in an iteration all the time, so the users of a slice are the iterations per second
 * times their mean duration (Little, 'A Proof for the Queuing Formula L = λW', Operations Research 9, 1961). Where they are not, iterations, seconds or
 * durations were measured wrongly. The sum of the durations is taken where they were spent: of an iteration that reaches over an edge of the plateau
 * what lies on it, so that the law is exact also for slow requests and short plateaus. */
import { nearestSecond } from '../../util/time.ts';
import { sum } from '../../util/math.ts';
import type { Slice } from '../../record/part.ts';
import type { UserSecond } from '../../record/rollup.ts';

/** of fewer users than the slice has: requests without an answer have no duration; the generator had no CPU left between two iterations */
type Explanation = { kind: 'never answered'; requests: number } | { kind: 'generator' };

export const TOLERANCE = 0.03;

/** @param userSeconds of its part; null where they were not recorded @returns null without a plateau */
export function littlesLaw(slice: Pick<Slice, 'vus' | 'plateauStartMs' | 'plateauEndMs'>, userSeconds: UserSecond[] | null) {
  const [from, to] = [nearestSecond(slice.plateauStartMs), nearestSecond(slice.plateauEndMs)];
  if (userSeconds === null || to <= from) return null;
  const spent = userSeconds.filter(({ second }) => second >= from && second < to);
  const mean = (kind: 'iterations' | 'requests') => sum(spent.map((each) => each[kind])) / (to - from);
  const users = mean('iterations');
  const betweenRequests = users > 0 ? 1 - mean('requests') / users : 0;
  return {
    /** mean number in iterations, to be compared with the slice's VUs */
    users,
    /** the share of their time that the generator took */
    betweenRequests,
    holds: Math.abs(users / slice.vus - 1) <= TOLERANCE,
  };
}

/** @param unanswered iterations that never ended, and so have no duration @returns why there are fewer users than the slice has, if that is known */
export function explanationOf(
  { users, holds }: { users: number; holds: boolean },
  vus: number,
  unanswered: number,
  isGeneratorLimit: boolean,
): Explanation | null {
  if (holds || users >= vus) return null;
  if (users + unanswered >= (1 - TOLERANCE) * vus) return { kind: 'never answered', requests: unanswered };
  return isGeneratorLimit ? { kind: 'generator' } : null;
}
