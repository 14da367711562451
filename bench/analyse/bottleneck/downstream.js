import { callsDownstream, DOWNSTREAM } from '../../record/catalogue.js';
import { summed } from '../../record/samples.js';
import { useOf } from '../slice/shares.js';
import { containerCpus } from './slots.js';
import { counterDelta } from '../slice/window.js';
import { mean } from '../../util/math.js';

/**
 * The downstream service: did a target wait for the service itself, longer than the delay it requested?
 *
 * @typedef {import('../slice/view.js').RawSlice} RawSlice
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../../record/run.js').Run} Run
 *
 * @typedef {object} Downstream on one plateau
 * @property {import('../slice/shares.js').Use | null} cpu and what the others left it; null where it was not recorded
 * @property {number | null} meanMs of its answers, by its own account; null where it has none on the plateau
 * @property {number} requestedMs mean of the requested delays
 * @property {boolean} isLate the time beyond the requested delay matters for what was measured
 */

const ROUTE = 'uri=/delay';
/** As with the generator. */
export const CPU_LIMIT = 0.8;
/** A timer of whole milliseconds is late by one; a fifth of the shortest requested delay (10 ms) is twice that. */
const LATE_SHARE = 0.2;
/** Of what a request took on the target: less than this, and whatever the service was late by is not what was measured. */
const PART_OF_REQUEST = 0.1;

/**
 * @param {RawSlice} raw
 * @param {StageFigures} stage
 * @param {Run} run
 * @returns {Downstream | null} null for a scenario that does not call it
 */
export function downstream(raw, stage, run) {
  const { scenario } = raw;
  if (!callsDownstream(run, scenario)) return null;
  const { delaysMs = [] } = run.catalogue.scenarios[scenario].calls ?? {};
  const requestedMs = mean(delaysMs);
  const meanMs = meanOfAnswers(raw);
  const lateMs = meanMs === null ? 0 : meanMs - requestedMs;
  const isPart = lateMs * delaysMs.length > PART_OF_REQUEST * (stage.latency.mean ?? 0);
  return { cpu: cpuUse(stage.processCores, run), meanMs, requestedMs, isLate: lateMs > LATE_SHARE * requestedMs && isPart };
}

/** @param {Pick<Downstream, 'cpu'>} seen @returns {boolean} had it too little CPU left to be no limit? */
export function isBusy({ cpu }) {
  return cpu !== null && cpu.used > CPU_LIMIT * cpu.share;
}

/** @param {RawSlice} raw @returns {number | null} */
function meanOfAnswers({ downstream: samples, slice }) {
  if (!samples) return null;
  const window = { fromMs: slice.plateauStartMs, toMs: slice.plateauEndMs };
  const delta = (/** @type {string} */ metric) => counterDelta(summed(samples.get(metric) ?? [], ROUTE), window).delta;
  try {
    const count = delta('http_server_requests_seconds_count');
    return count > 0 ? (delta('http_server_requests_seconds_sum') * 1000) / count : null;
  } catch {
    return null; // too few samples, or it was started anew
  }
}

/** @param {import('../slice/shares.js').ProcessCores} cores @param {import('../slice/shares.js').Given} run @returns {Downstream['cpu']} */
export function cpuUse(cores, run) {
  return useOf(DOWNSTREAM, cores, run, containerCpus(run, DOWNSTREAM));
}
