/** Was the machine itself as fast at one time as at another? A fixed computation before each part shows it. */
import { median, present } from '../../util/math.ts';
import type { Yardstick } from '../../record/part.ts';
import type { Figures } from '../types.ts';

/** an access to memory; a turn of a loop without one */
export type Measure = 'memory' | 'loop';

/** Between the medians of two rounds, or of two runs: 50 ms of one thread scatter by less. */
const UNLIKE = 1.2;

const MEASURES = [
  { field: 'memoryNs', measure: 'memory' },
  { field: 'loopNs', measure: 'loop' },
] as const;

/** @returns of memory, and of the processor alone; `mediansNs`: of each round that has any */
export function machineSpeed({ run, parts }: Pick<Figures, 'run' | 'parts'>) {
  return MEASURES.map(({ field, measure }) => {
    const taken = parts.flatMap(({ planned, part }) => (part?.yardstick ? [{ round: planned.round, ns: part.yardstick[field] }] : []));
    const medianOf = (some: typeof taken) => (some.length > 0 ? median(some.map(({ ns }) => ns)) : null);
    const rounds = Array.from({ length: run.rounds }, (_, index) => taken.filter(({ round }) => round === index + 1));
    const mediansNs = present(rounds.map(medianOf));
    return { measure, medianNs: medianOf(taken), mediansNs, isUnlike: isUnlike(mediansNs) };
  });
}

export function isUnlike(values: number[]) {
  return values.length > 1 && Math.max(...values) > UNLIKE * Math.min(...values);
}

/** @returns how many times as long it takes now, by what has changed most; null where that is no longer, or nothing is known of earlier */
export function speedChange(now: Yardstick, earlier: Yardstick[]): { measure: Measure; ratio: number } | null {
  if (earlier.length === 0) return null;
  const ratios = MEASURES.map(({ field, measure }) => ({ measure, ratio: now[field] / median(earlier.map((each) => each[field])) }));
  const [most] = ratios.sort((one, other) => Math.abs(Math.log(other.ratio)) - Math.abs(Math.log(one.ratio)));
  return isUnlike([1, most.ratio]) ? most : null;
}
