import { median } from '../../util/math.js';

/**
 * Was the machine itself as fast at one time as at another? Told by a fixed computation before each cell.
 *
 * @typedef {import('../types.js').Figures} Figures
 * @typedef {{what: string, median: number | null, medians: number[], isUnlike: boolean}} Speed ns; `medians`: of each round that has any
 */

/** Between the medians of two rounds, or of two runs: 50 ms of one thread scatter by less. */
const UNLIKE = 1.2;

const MEASURES = /** @type {const} */ ([
  { field: 'memoryNs', what: 'an access to memory' },
  { field: 'loopNs', what: 'a turn of a loop without one' },
]);

/** @param {Pick<Figures, 'run' | 'cells'>} figures @returns {Speed[]} of memory, and of the processor alone */
export function machineSpeed({ run, cells }) {
  return MEASURES.map(({ field, what }) => {
    const taken = cells.flatMap(({ cell, planned: { round } }) => (cell?.yardstick ? [{ round, ns: cell.yardstick[field] }] : []));
    const medianOf = (/** @type {typeof taken} */ some) => (some.length > 0 ? median(some.map(({ ns }) => ns)) : null);
    const rounds = Array.from({ length: run.rounds }, (_, index) => taken.filter(({ round }) => round === index + 1));
    const medians = rounds.map(medianOf).filter((ns) => ns !== null);
    return { what, median: medianOf(taken), medians, isUnlike: isUnlike(medians) };
  });
}

/** @param {number[]} values */
export function isUnlike(values) {
  return values.length > 1 && Math.max(...values) > UNLIKE * Math.min(...values);
}
