import { calibrationFits, sourceOf } from '../../record/calibration/fits.js';

/**
 * The noise floor that differences were compared with, and the doubts about it.
 *
 * @typedef {import('./types.js').OfRun} OfRun
 * @typedef {{ runId: string, at: string }} Source `at`: ISO instant
 * @typedef {import('../../record/calibration/fits.js').Change} Change
 * @typedef {OfRun & { kind: 'calibration' } & (ThisRun | Missing | OtherMachine | Empty | Used)} CalibrationFinding
 * @typedef {{ state: 'this run' }} ThisRun it is one itself
 * @typedef {{ state: 'missing', engine: string }} Missing
 * @typedef {{ state: 'other machine', changed: Change[] } & Source} OtherMachine
 * @typedef {{ state: 'empty', unknownScenarios: string[] } & Source} Empty it has a floor for none of the scenarios
 * @typedef {{ state: 'used', isPaired: boolean, unknownScenarios: string[], earlier: { scenario: string, runId: string }[], changed: Change[],
 *   oldDays: number | null } & Source} Used `earlier`: scenarios whose floor is of an earlier calibration; `oldDays`: null where it is new
 * @typedef {import('../../record/calibration/fits.js').Measured & { scenarios: string[], startedAt: string, calibrates?: string, engine: string }} Calibrated
 */

const OLD_DAYS = 7;
const DAY_MS = 86_400_000;
const CALIBRATION = /** @type {const} */ ({ scope: 'run', kind: 'calibration' });

/**
 * @param {Calibrated} run
 * @param {'noise' | 'unpairedNoise'} [noise] what its figures were compared with: the noise of pairs, or of unpaired measurements
 * @returns {CalibrationFinding}
 */
export function calibrationFinding(run, noise = 'noise') {
  const { calibration: newest, calibrates, scenarios } = run;
  if (calibrates) return { ...CALIBRATION, state: 'this run' };
  if (!newest) return { ...CALIBRATION, state: 'missing', engine: run.engine };
  const { usable, changed } = calibrationFits(run);
  const source = { ...CALIBRATION, runId: newest.runId, at: newest.at };
  if (!usable) return { ...source, state: 'other machine', changed };
  const known = scenarios.filter((scenario) => Object.values(newest[noise][scenario] ?? {}).some((floor) => floor !== null));
  const unknownScenarios = scenarios.filter((scenario) => !known.includes(scenario));
  if (known.length === 0) return { ...source, state: 'empty', unknownScenarios };
  const sources = known.map((scenario) => ({ scenario, ...sourceOf(newest, scenario) }));
  const earlier = sources.filter(({ runId }) => runId !== newest.runId).map(({ scenario, runId }) => ({ scenario, runId }));
  const days = Math.floor((Date.parse(run.startedAt) - Math.min(...sources.map(({ at }) => Date.parse(at)))) / DAY_MS);
  const oldDays = days > OLD_DAYS ? days : null;
  return { ...source, state: 'used', isPaired: noise === 'noise', unknownScenarios, earlier, changed, oldDays };
}
