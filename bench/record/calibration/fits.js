/** Was a calibration measured under the same conditions as what is held against it? */
import { withGenerators } from '../json/circumstances.js';
import { COMPARED_LIMITS } from '../json/limits.js';
import { plural } from '../../util/text.js';

/** What a noise floor depends on: on another machine, or with another JVM, CPU limit or load, it may be another one. */
const MACHINE = /** @type {const} */ (['cpuModel', 'cores', 'kernel']);
const VERSIONS = /** @type {const} */ (['java', 'javaVendor', 'springBoot', 'k6', 'mariadb']);
const LOAD = /** @type {const} */ (['stages', 'settings', 'databaseRttMs']);
/** A search for capacities has no levels. */
const LOAD_OF_CAPACITY = /** @type {const} */ (['settings', 'databaseRttMs']);

/**
 * @typedef {import('./record.js').Calibration} Calibration
 * @typedef {import('./record.js').Noise} Noise
 * @typedef {import('../run.js').Run} Run
 * @typedef {Omit<Calibration['load'], 'stages'> & { stages: string | null }} Load
 * @typedef {Pick<Run, 'levels' | 'blocks' | 'sliceSeconds'>} Blocks
 * @typedef {Pick<Run, 'settings' | 'databaseRttMs'> & (Blocks | Partial<Record<keyof Blocks, undefined>>)} Loaded a run, or a search for capacities, which has no levels
 * @typedef {Pick<Run, 'machine' | 'versions' | 'limits'>} Conditions
 * @typedef {Conditions & Loaded & Pick<Run, 'calibration'>} Measured
 * @typedef {{ name: string, before: string | null, now: string | null }} Change of a condition; null: there was none
 */

/** @param {Loaded} record @returns {Load} what its users did, and how far the database was */
export function loadOf({ settings, databaseRttMs, ...load }) {
  return {
    stages: load.levels ? loadText(load) : null,
    settings: settings?.name ?? 'none',
    databaseRttMs: databaseRttMs ?? 0,
  };
}

/** @param {Blocks} run @returns {string} such as `4 blocks, 50, 150, 300 VUs × 5 s` */
export function loadText({ levels, blocks, sliceSeconds }) {
  return `${plural(blocks, 'block')}, ${levels.join(', ')} VUs × ${sliceSeconds} s`;
}

/**
 * @param {Measured} record
 * @returns {{ usable: boolean, changed: Change[] }} is the record's calibration of the same machine, and what else has changed since
 */
export function calibrationFits(record) {
  const { calibration } = record;
  if (!calibration) return { usable: false, changed: [] };
  return {
    usable: differing(calibration.machine, record.machine, MACHINE).length === 0,
    changed: changedSince(calibration, record, loadOf(record)),
  };
}

/**
 * @param {Calibration} calibration
 * @param {Conditions} now
 * @param {Load} load
 * @returns {Change[]} conditions of the calibration that have changed since
 */
export function changedSince(calibration, now, load) {
  return [
    ...differing(calibration.machine, now.machine, MACHINE),
    ...differing(calibration.versions, now.versions, VERSIONS),
    ...differing(withGenerators(calibration.limits), withGenerators(now.limits), COMPARED_LIMITS),
    ...differing(/** @type {Load} */ (calibration.load), load, load.stages === null ? LOAD_OF_CAPACITY : LOAD),
  ];
}

/**
 * A calibration of another machine says nothing about this one.
 * @param {Measured} record
 * @returns {{ noise: Noise | null, unpairedNoise: Noise | null }}
 */
export function usableNoise(record) {
  const { calibration } = record;
  if (!calibration || !calibrationFits(record).usable) return { noise: null, unpairedNoise: null };
  return { noise: calibration.noise, unpairedNoise: calibration.unpairedNoise };
}

/**
 * @param {Calibration} calibration
 * @param {string} scenario
 * @returns {{ runId: string, at: string }} the run that found this scenario's noise floor, and when it ended
 */
export function sourceOf({ runId, at, earlier }, scenario) {
  return earlier[scenario] ?? { runId, at };
}

/** @template {object} T @param {T} then @param {T} now @param {readonly (keyof T)[]} names @returns {Change[]} */
function differing(then, now, names) {
  return names.flatMap((name) => {
    const change = { name: String(name), before: textOf(then[name]), now: textOf(now[name]) };
    return change.before === change.now ? [] : [change];
  });
}

/** @param {unknown} value @returns {string | null} */
function textOf(value) {
  return value === null || value === undefined ? null : [value].flat().join(' ');
}
