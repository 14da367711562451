import { callsNeighbour, DOWNSTREAM } from '../../record/catalogue.js';
import { summed } from '../../record/samples.js';
import { useOf } from '../cell/shares.js';
import { containerCpus } from './slots.js';
import { counterDelta } from '../cell/window.js';
import { mean } from '../../util/math.js';

/**
 * The service that a scenario calls: was it the neighbour that a target waited for, and not the time that it was asked to take?
 *
 * @typedef {import('../../record/raw-cell.js').RawCell} RawCell
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../../record/run.js').Run} Run
 *
 * @typedef {object} Neighbour on one plateau
 * @property {import('../cell/shares.js').Use | null} cpu and what the others left it; null where it was not recorded
 * @property {number | null} meanMs of its answers, by its own account; null where it has none on the plateau
 * @property {number} askedMs mean of the delays that it was asked for
 * @property {boolean} isLate its own time beyond what was asked for is a part of what was measured
 */

const ROUTE = 'uri=/delay';
/** As with the generator. */
export const CPU_LIMIT = 0.8;
/** A timer of whole milliseconds is late by one; a fifth of the shortest delay that is asked for (10 ms) is twice that. */
export const LATE_SHARE = 0.2;
/** Of what a request took on the target: less than this, and whatever the neighbour was late by is not what was measured. */
export const PART_OF_REQUEST = 0.1;

/**
 * @param {RawCell} raw
 * @param {StageFigures} stage
 * @param {number} index of the stage
 * @param {Run} run
 * @returns {Neighbour | null} null for a scenario that calls none
 */
export function neighbour(raw, stage, index, run) {
  const { scenario } = raw.planned;
  if (!callsNeighbour(run, scenario)) return null;
  const { calls = [] } = run.catalogue.scenarios[scenario];
  const askedMs = mean(calls);
  const meanMs = meanOfAnswers(raw, index);
  const lateMs = meanMs === null ? 0 : meanMs - askedMs;
  const isPart = lateMs * calls.length > PART_OF_REQUEST * (stage.latency.mean ?? 0);
  return { cpu: cpuUse(stage.processCores, run), meanMs, askedMs, isLate: lateMs > LATE_SHARE * askedMs && isPart };
}

/** @param {Neighbour} seen @returns {boolean} had it too little CPU left to be no limit? */
export function isBusy({ cpu }) {
  return cpu !== null && cpu.used > CPU_LIMIT * cpu.share;
}

/** @param {RawCell} raw @param {number} index @returns {number | null} */
function meanOfAnswers({ downstream, cell }, index) {
  const bounds = cell?.stages[index];
  if (!downstream || !bounds) return null;
  const window = { fromMs: bounds.plateauStartMs, toMs: bounds.plateauEndMs };
  const delta = (/** @type {string} */ metric) => counterDelta(summed(downstream.get(metric) ?? [], ROUTE), window).delta;
  try {
    const count = delta('http_server_requests_seconds_count');
    return count > 0 ? (delta('http_server_requests_seconds_sum') * 1000) / count : null;
  } catch {
    return null; // too few samples, or it was started anew
  }
}

/** @param {import('../cell/shares.js').ProcessCores} cores @param {import('../cell/shares.js').Given} run @returns {Neighbour['cpu']} */
export function cpuUse(cores, run) {
  return useOf(DOWNSTREAM, cores, run, containerCpus(run, DOWNSTREAM));
}
