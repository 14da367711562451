import { capabilitiesOf } from '../../../engines/engines.js';
import { instant } from '../../../util/text.js';
import { changeText } from '../changes.js';

/** Of the calibration that a run, or a search for capacities, was compared with. */

/**
 * @typedef {import('../../../analyse/findings/calibration.js').CalibrationFinding} CalibrationFinding
 * @typedef {CalibrationFinding['kind']} CalibrationKind
 */

/** @type {{ [K in CalibrationKind]: import('./index.js').WordsOf<K> & Required<Pick<import('./index.js').WordsOf<K>, 'caveat'>> }} */
export const CALIBRATION_WORDS = {
  'calibration-run': {
    caveat: () => ({
      title: 'This run is a calibration.',
      text: 'All its targets are one target under several names. They differ by the noise of this machine, not by their stacks.',
      items: [],
    }),
  },
  'calibration-missing': {
    caveat: ([{ engine }]) => ({
      title: 'No calibration.',
      text: `The noise floor of this machine is not known. To measure it, run make calibrate${capabilitiesOf(engine).measuresTargetTwice ? '' : ' ENGINE=native'}.`,
      items: [],
    }),
  },
  'calibration-other-machine': {
    caveat: ([{ runId, at, changed }]) => ({
      title: `The calibration ${runId} was made on another machine and is not used.`,
      text: `Made ${instant(at)}.`,
      items: changed.map(changeText),
    }),
  },
  'calibration-empty': {
    caveat: ([{ runId, at, unknownScenarios }]) => ({
      title: `The calibration ${runId} has no noise floor for these scenarios.`,
      text: `Made ${instant(at)}.`,
      items: unknownScenarios.map(noFloor),
    }),
  },
  calibration: {
    caveat: ([{ runId, at, isPaired, unknownScenarios, earlier, changed, oldDays }]) => ({
      title: `Noise floor from the calibration ${runId}.`,
      text: `Made ${instant(at)}. A difference inside the noise floor is not reported as one. ${
        isPaired ? 'The floor falls with the number of rounds.' : 'Drift between unpaired measurements does not average out.'
      }`,
      items: [
        ...unknownScenarios.map(noFloor),
        ...earlier.map(({ scenario, runId: source }) => `${scenario}: from ${source}`),
        ...changed.map(changeText),
        ...(oldDays === null ? [] : [`it is ${oldDays} days older than this run`]),
      ],
    }),
  },
};

/** @param {CalibrationFinding} finding @returns {import('./index.js').Caveat} */
export function calibrationCaveat(finding) {
  const { caveat } = CALIBRATION_WORDS[finding.kind];
  return /** @type {(found: CalibrationFinding[]) => import('./index.js').Caveat} */ (caveat)([finding]);
}

/** @param {string} scenario */
function noFloor(scenario) {
  return `${scenario}: no noise floor`;
}
