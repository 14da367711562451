import { median } from '../../util/math.js';

/**
 * Was the machine itself as fast at one time as at another? A fixed computation before each part shows it.
 *
 * @typedef {import('../types.js').Figures} Figures
 * @typedef {'memory' | 'loop'} Measure an access to memory; a turn of a loop without one
 * @typedef {{measure: Measure, medianNs: number | null, mediansNs: number[], isUnlike: boolean}} Speed `mediansNs`: of each round that has any
 */

/** Between the medians of two rounds, or of two runs: 50 ms of one thread scatter by less. */
const UNLIKE = 1.2;

const MEASURES = /** @type {const} */ ([
  { field: 'memoryNs', measure: 'memory' },
  { field: 'loopNs', measure: 'loop' },
]);

/** @param {Pick<Figures, 'run' | 'parts'>} figures @returns {Speed[]} of memory, and of the processor alone */
export function machineSpeed({ run, parts }) {
  return MEASURES.map(({ field, measure }) => {
    const taken = parts.flatMap(({ planned, part }) => (part?.yardstick ? [{ round: planned.round, ns: part.yardstick[field] }] : []));
    const medianOf = (/** @type {typeof taken} */ some) => (some.length > 0 ? median(some.map(({ ns }) => ns)) : null);
    const rounds = Array.from({ length: run.rounds }, (_, index) => taken.filter(({ round }) => round === index + 1));
    const mediansNs = rounds.map(medianOf).filter((ns) => ns !== null);
    return { measure, medianNs: medianOf(taken), mediansNs, isUnlike: isUnlike(mediansNs) };
  });
}

/** @param {number[]} values */
export function isUnlike(values) {
  return values.length > 1 && Math.max(...values) > UNLIKE * Math.min(...values);
}

/**
 * @param {Record<'memoryNs' | 'loopNs', number>} now
 * @param {Record<'memoryNs' | 'loopNs', number>[]} earlier times on this machine
 * @returns {{ measure: Measure, ratio: number } | null} how many times as long it takes now, by what has changed most; null where that is no longer, or nothing is
 *   known of earlier
 */
export function speedChange(now, earlier) {
  if (earlier.length === 0) return null;
  const ratios = MEASURES.map(({ field, measure }) => ({ measure, ratio: now[field] / median(earlier.map((each) => each[field])) }));
  const [most] = ratios.sort((one, other) => Math.abs(Math.log(other.ratio)) - Math.abs(Math.log(one.ratio)));
  return isUnlike([1, most.ratio]) ? most : null;
}
