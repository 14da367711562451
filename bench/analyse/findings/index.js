import { besideVerdicts } from './verdicts.js';
import { calibrationFinding } from './calibration.js';
import { jvms } from './jvms.js';
import { parts } from './parts.js';
import { plateaus } from './plateaus.js';
import { predicted } from './predictions.js';
import { scenarios } from './scenarios.js';
import { warmUps } from './warm-ups.js';
import { wholeRun } from './run.js';

/**
 * The one place where findings are made. A new kind: its type in types.js, its maker here, its sentences in report/words/findings/.
 *
 * @param {import('../types.js').FiguresToJudge} figures
 * @returns {import('./types.js').Finding[]}
 */
export function findings(figures) {
  const makers = [wholeRun, parts, warmUps, plateaus, jvms, predicted, besideVerdicts, scenarios];
  return [calibrationFinding(figures.run), ...makers.flatMap((make) => make(figures))];
}
