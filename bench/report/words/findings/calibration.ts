/** Of the calibration that a run, or a search for capacities, was compared with. */
import { capabilitiesOf } from '../../../engines/engines.ts';
import { instant } from '../../../util/text.ts';
import { changeText } from '../names.ts';
import type { FindingOf } from '../../../analyse/findings/types.ts';
import type { Caveat } from './index.ts';

export function calibrationCaveat(finding: FindingOf<'calibration'>): Caveat {
  if (finding.state === 'this run') {
    const text = 'All its targets are one target under several names. They differ by the noise of this machine, not by their stacks.';
    return { title: 'This run is a calibration.', text, items: [] };
  }
  if (finding.state === 'missing') {
    const knob = capabilitiesOf(finding.engine).measuresTargetTwice ? '' : ' ENGINE=native';
    const text = `The noise floor of this machine is not known. To measure it, run make calibrate${knob}.`;
    return { title: 'No calibration.', text, items: [] };
  }
  const text = `Made ${instant(finding.at)}.`;
  if (finding.state === 'other machine') {
    const title = `The calibration ${finding.runId} was made on another machine and is not used.`;
    return { title, text, items: finding.changed.map(changeText) };
  }
  const unknown = finding.unknownScenarios.map((scenario) => `${scenario}: no noise floor`);
  if (finding.state === 'empty') {
    return { title: `The calibration ${finding.runId} has no noise floor for these scenarios.`, text, items: unknown };
  }
  const { runId, isPaired, earlier, changed, oldDays } = finding;
  const drift = isPaired ? 'The floor falls with the number of rounds.' : 'Drift between unpaired measurements does not average out.';
  return {
    title: `Noise floor from the calibration ${runId}.`,
    text: `${text} A difference inside the noise floor is not reported as one. ${drift}`,
    items: [
      ...unknown,
      ...earlier.map(({ scenario, runId: source }) => `${scenario}: from ${source}`),
      ...changed.map(changeText),
      ...(oldDays === null ? [] : [`it is ${oldDays} days older than this run`]),
    ],
  };
}
