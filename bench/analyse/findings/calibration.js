import { calibrationFits, sourceOf } from '../../record/calibration/fits.js';

/**
 * The noise floor that differences were compared with, and the doubts about it.
 *
 * @typedef {import('./types.js').OfRun} OfRun
 * @typedef {{ runId: string, at: string }} Source `at`: ISO instant
 * @typedef {import('../../record/calibration/fits.js').Change} Change
 * @typedef {OfRun & { kind: 'calibration-run' }} CalibrationRun this run is one itself
 * @typedef {OfRun & { kind: 'calibration-missing', engine: string }} CalibrationMissing
 * @typedef {OfRun & { kind: 'calibration-other-machine', changed: Change[] } & Source} CalibrationOfOtherMachine
 * @typedef {OfRun & { kind: 'calibration-empty', unknownScenarios: string[] } & Source} CalibrationEmpty it has a floor for none of the scenarios
 * @typedef {OfRun & { kind: 'calibration', isPaired: boolean, unknownScenarios: string[], earlier: { scenario: string, runId: string }[], changed: Change[],
 *   oldDays: number | null } & Source} CalibrationUsed `earlier`: scenarios whose floor is of an earlier calibration; `oldDays`: null where it is new
 * @typedef {CalibrationRun | CalibrationMissing | CalibrationOfOtherMachine | CalibrationEmpty | CalibrationUsed} CalibrationFinding
 * @typedef {import('../../record/calibration/fits.js').Measured & { scenarios: string[], startedAt: string, calibrates?: string, engine: string }} Calibrated
 */

const OLD_DAYS = 7;
const DAY_MS = 86_400_000;
const RUN_SCOPE = /** @type {const} */ ({ scope: 'run' });

/**
 * @param {Calibrated} run
 * @param {'noise' | 'unpairedNoise'} [noise] what its figures were compared with: the noise of pairs, or of unpaired measurements
 * @returns {CalibrationFinding}
 */
export function calibrationFinding(run, noise = 'noise') {
  const { calibration: newest, calibrates, scenarios } = run;
  if (calibrates) return { ...RUN_SCOPE, kind: 'calibration-run' };
  if (!newest) return { ...RUN_SCOPE, kind: 'calibration-missing', engine: run.engine };
  const { usable, changed } = calibrationFits(run);
  const source = { ...RUN_SCOPE, runId: newest.runId, at: newest.at };
  if (!usable) return { ...source, kind: 'calibration-other-machine', changed };
  const known = scenarios.filter((scenario) => Object.values(newest[noise][scenario] ?? {}).some((floor) => floor !== null));
  const unknownScenarios = scenarios.filter((scenario) => !known.includes(scenario));
  if (known.length === 0) return { ...source, kind: 'calibration-empty', unknownScenarios };
  const sources = known.map((scenario) => ({ scenario, ...sourceOf(newest, scenario) }));
  const earlier = sources.filter(({ runId }) => runId !== newest.runId).map(({ scenario, runId }) => ({ scenario, runId }));
  const days = Math.floor((Date.parse(run.startedAt) - Math.min(...sources.map(({ at }) => Date.parse(at)))) / DAY_MS);
  const oldDays = days > OLD_DAYS ? days : null;
  return { ...source, kind: 'calibration', isPaired: noise === 'noise', unknownScenarios, earlier, changed, oldDays };
}
