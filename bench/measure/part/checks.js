/** Health of a part's measurement. */
import { isOverused } from '../../analyse/slice/health.js';
import { generatorUse, isGenerator } from '../../analyse/slice/shares.js';
import { CLOCK_LIMIT_MS, SPREAD_LIMIT_MS, certainOffsetMs, spreadMs } from '../../record/json/generators.js';
import { nearestSecondMs } from '../../util/time.js';

/**
 * @typedef {import('../../record/part.js').Check} Check
 * @typedef {import('../../record/json/generators.js').Instance} Instance
 * @typedef {import('../../record/json/circumstances.js').Limits} Limits
 * @typedef {Pick<import('../../record/rollup.js').RollupAccount, 'pointsDropped' | 'writeErrors' | 'lastError' | 'hlogError'>} RollupAccount
 */

const ALIGNED_WITHIN_MS = 100;

/** @param {{ k6: number, hlog: number, influx: number | null }} counts @returns {Check} do the three ways to count requests agree? */
export function countsCheck({ k6, hlog, influx }) {
  const detail = `k6 ${k6}, http.hlog ${hlog}, InfluxDB ${influx ?? 'did not answer'}`;
  return { name: 'counts', ok: k6 === hlog && hlog === influx, detail };
}

/** @param {number} startMs @returns {Check} do slices begin on whole seconds, as the per-second load data need? */
export function alignmentCheck(startMs) {
  const offsetMs = startMs - nearestSecondMs(startMs);
  const detail = `slices begin ${offsetMs.toFixed(0)} ms after the whole second`;
  return { name: 'alignment', ok: Math.abs(offsetMs) <= ALIGNED_WITHIN_MS, detail };
}

/** @param {Instance[]} instances @returns {Check[]} did all instances of k6 begin together? None where there is one */
export function spreadCheck(instances) {
  if (instances.length === 1) return [];
  const spread = spreadMs(instances);
  return [{ name: 'spread', ok: spread <= SPREAD_LIMIT_MS, detail: `${instances.length} k6 began within ${spread.toFixed(0)} ms` }];
}

/** @param {Instance[]} instances @returns {Check[]} are their clocks right? None where all are those of this machine */
export function clockCheck(instances) {
  const links = instances.flatMap(({ link }) => link ?? []);
  if (links.length === 0) return [];
  const off = Math.max(...links.map(certainOffsetMs));
  const known = links.flatMap(({ clockOffsetMs }) => (clockOffsetMs === null ? [] : Math.abs(clockOffsetMs)));
  const detail =
    known.length < links.length ? 'a clock of k6 could not be read' : `clocks of k6 up to ${Math.max(...known).toFixed(0)} ms off`;
  return [{ name: 'clock', ok: off <= CLOCK_LIMIT_MS && known.length === links.length, detail }];
}

/**
 * The generator's share is what the others left, and at most its own limit. A k6 that used nearly all of its share was the bottleneck, not
 * the target.
 * @param {import('../../analyse/slice/shares.js').ProcessCores} processCores of the load
 * @param {Pick<Limits, 'generatorCpus' | 'nodes' | 'runnerMachine'> & { cores: number }} given cores of the machine under the targets; cores that each k6
 *   is held to, null for none; where a cluster has them
 * @returns {Check}
 */
export function generatorCheck(processCores, { cores, ...limits }) {
  const name = 'generator';
  const use = generatorUse(processCores, { machine: { cores }, limits });
  if (!use) return { name, ok: false, detail: 'its CPU time was not recorded' };
  const { process = 'k6', used, share } = use;
  const count = use.process ? 1 : Object.keys(processCores).filter(isGenerator).length;
  const isGiven = limits.generatorCpus !== null && share === limits.generatorCpus * count;
  const detail = `${process} used ${used.toFixed(2)} of the ${share.toFixed(2)} cores that it ${isGiven ? 'is given' : 'was left by the others'}`;
  return { name, ok: !isOverused(use), detail };
}

/**
 * A part has no figures without a complete record of its requests.
 * @param {{ k6: number, hlog: number }} counts
 * @param {number} successes in http.hlog
 * @param {{ rollup: RollupAccount | null, instances?: Instance[] }} recorded
 * @returns {string | null} why the part has failed, in a sentence; null if it has not
 */
export function recordFault({ k6, hlog }, successes, { rollup, instances = [] }) {
  if (rollup?.hlogError) return `http.hlog could not be written completely: ${rollup.hlogError}`;
  const idle = instances.find(({ startMs }) => startMs === null);
  if (idle) return `${idle.name} sent no request of the load`;
  const counts = [...instances.map(({ name, requests }) => ({ name, ...requests })), { name: 'k6', k6, hlog }];
  const off = counts.find((each) => each.k6 !== each.hlog);
  if (off) return `${off.name} counted ${off.k6} requests, http.hlog holds ${off.hlog}`;
  return successes === 0 ? 'no request succeeded' : null;
}

/** @param {RollupAccount | null} rollup the output's own account @returns {Check} */
export function liveDataCheck(rollup) {
  if (!rollup) return { name: 'live data', ok: false, detail: 'the rollup output left no account' };
  const { pointsDropped, writeErrors, lastError } = rollup;
  const detail = `${pointsDropped} points dropped, ${writeErrors} failed writes${lastError ? `: ${lastError}` : ''}`;
  return { name: 'live data', ok: pointsDropped === 0, detail };
}
