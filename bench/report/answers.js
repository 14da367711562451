import { verdictRows } from './verdicts/rows.js';
import { namesOf } from './words/names.js';
import { answerText } from './words/verdicts.js';

/**
 * What a run answers, before everything else: each target against the baseline, by its requests/s.
 *
 * @param {import('../analyse/types.js').Figures} figures
 * @returns {string[]} a sentence for each target but the baseline; none in a calibration, whose targets are one
 */
export function answers(figures) {
  const { run, baseline } = figures;
  if (run.calibrates) return [];
  const { label } = namesOf(run);
  const rows = verdictRows(figures).filter(({ metric, reason }) => metric === 'throughput' && reason !== 'unfit');
  const others = run.targets.filter((target) => target !== baseline);
  return others.map((target) => {
    const own = rows.filter((row) => row.target === target);
    return answerText({ label: label(target), baseline: label(baseline) }, own);
  });
}
