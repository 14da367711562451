import { calibrationFits, sourceOf } from '../record/calibration-fits.js';
import { capabilitiesOf } from '../engines/engines.js';
import { instant } from '../util/text.js';

/** @typedef {import('./caveats.js').Caveat} Caveat */

const OLD_CALIBRATION_DAYS = 7;

/**
 * @param {import('../record/calibration-fits.js').Measured & { scenarios: string[], startedAt: string, calibrates?: string | null, engine?: string }} run
 * @param {'noise' | 'noiseApart'} [kind] what its figures were held against: that of pairs, or of what is measured apart
 * @returns {Caveat} the noise floor, and what is to be doubted of it
 */
export function calibrationCaveat(run, kind = 'noise') {
  const { calibration: newest, calibrates } = run;
  if (calibrates) {
    return {
      title: 'This run is a calibration.',
      text: 'Its targets are one target under several names: what they differ by is the noise of this machine, and no difference between stacks.',
      items: [],
    };
  }
  if (!newest) {
    return {
      title: 'No calibration.',
      text: `What this machine calls a difference where there is none is not known; make calibrate${capabilitiesOf(run.engine).measuresTargetTwice ? '' : ' ENGINE=native'} measures it.`,
      items: [],
    };
  }
  const { usable, changed } = calibrationFits(run);
  if (!usable) {
    return {
      title: `The calibration ${newest.runId} is of another machine and not used.`,
      text: `Made ${instant(newest.at)}.`,
      items: changed,
    };
  }
  const known = run.scenarios.filter((scenario) => Object.values(newest[kind]?.[scenario] ?? {}).some((floor) => floor !== null));
  const unknown = run.scenarios.filter((scenario) => !known.includes(scenario)).map((scenario) => `${scenario}: no noise floor`);
  if (known.length === 0) {
    return {
      title: `The calibration ${newest.runId} has no noise floor for what was measured.`,
      text: `Made ${instant(newest.at)}.`,
      items: unknown,
    };
  }
  const sources = known.map((scenario) => ({ scenario, ...sourceOf(newest, scenario) }));
  const earlier = sources.filter(({ runId }) => runId !== newest.runId).map(({ scenario, runId }) => `${scenario}: from ${runId}`);
  const oldest = Math.min(...sources.map(({ at }) => Date.parse(at)));
  const days = Math.floor((Date.parse(run.startedAt) - oldest) / 86_400_000);
  const old = days > OLD_CALIBRATION_DAYS ? [`it is ${days} days older than this run`] : [];
  return {
    title: `Noise floor from the calibration ${newest.runId}.`,
    text: `Made ${instant(newest.at)}. A difference inside the noise floor is not called one; ${
      kind === 'noise' ? 'the floor falls with the number of rounds' : 'what drifts in between does not average out'
    }.`,
    items: [...unknown, ...earlier, ...changed, ...old],
  };
}
