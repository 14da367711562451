/** What a noise floor depends on: on another machine, or with another JVM, CPU limit or load, it may be another one. */
const MACHINE = ['cpuModel', 'cores', 'kernel'];
const VERSIONS = ['java', 'springBoot', 'k6', 'mariadb'];
const LIMITS = ['targetCpus', 'enforced', 'poolSize', 'generatorCpus', 'jvmArgs'];
const LOAD = ['stages', 'settings', 'databaseRttMs'];

/** @typedef {import('./calibration.js').Calibration} Calibration */
/** @typedef {import('./run.js').Run} Run */
/** @typedef {import('./calibration.js').Noise} Noise */

/** @typedef {NonNullable<Calibration['load']>} Load */
/** @typedef {Pick<Run, 'calibration' | 'machine' | 'versions' | 'limits' | 'settings' | 'databaseRttMs'> & { stages?: Run['stages'] }} Measured a run, or a search for capacities, which has no stages */

/** @param {Pick<Measured, 'stages' | 'settings' | 'databaseRttMs'>} record @returns {Load} what its users did, and how far the database was */
export function loadOf({ stages, settings, databaseRttMs }) {
  const words = stages ? `${stages.map(({ vus }) => vus).join(', ')} VUs × ${stages[0].durationMs / 1000} s` : null;
  return { stages: words, settings: settings?.name ?? 'none', databaseRttMs: databaseRttMs ?? 0 };
}

/**
 * @param {Measured} record
 * @param {Partial<Load>} [load]
 * @returns {{usable: boolean, changed: string[]}} is the record's calibration of the same machine, and what else has changed since
 */
export function calibrationFits(record, load = loadOf(record)) {
  const { calibration, machine, versions, limits } = record;
  if (!calibration) return { usable: false, changed: [] };
  const other = differing(calibration.machine, machine, MACHINE);
  return {
    usable: other.length === 0,
    changed: [
      ...other,
      ...differing(calibration.versions, versions, VERSIONS),
      ...differing(calibration.limits, limits, LIMITS),
      // A search for capacities has no stages.
      ...(calibration.load ? differing(calibration.load, load, load.stages === null ? LOAD.slice(1) : LOAD) : []),
    ],
  };
}

/**
 * A calibration of another machine says nothing about this one.
 * @param {Measured} record
 * @returns {{ noise: Noise | null, noiseApart: Noise | null }}
 */
export function usableNoise(record) {
  const { noise = null, noiseApart = null } = (calibrationFits(record).usable && record.calibration) || {};
  return { noise, noiseApart };
}

/**
 * @param {Calibration} calibration
 * @param {string} scenario
 * @returns {{ runId: string, at: string }} the run that found this scenario's noise floor, and when it ended
 */
export function sourceOf({ runId, at, earlier }, scenario) {
  return earlier?.[scenario] ?? { runId, at };
}

/** @param {Record<string, any> | undefined} then @param {Record<string, any> | undefined} now @param {string[]} names @returns {string[]} */
function differing(then, now, names) {
  return names.flatMap((name) => {
    const [before, after] = [then?.[name], now?.[name]].map(said);
    return before === after ? [] : [`${name} was ${before}, is ${after}`];
  });
}

/** A limit that is null was recorded: there was none. @param {unknown} value @returns {string} */
function said(value) {
  return value === undefined ? 'not recorded' : [value ?? 'none'].flat().join(' ');
}
