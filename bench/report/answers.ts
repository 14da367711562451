import { verdictRows } from './verdicts/rows.ts';
import { namesOf } from './words/names.ts';
import { answerText } from './words/verdicts.ts';
import type { Figures } from '../analyse/types.ts';

/**
 * What a run answers, before everything else: each target against the baseline, by its requests/s.
 * @returns a sentence for each target but the baseline; none in a calibration, whose targets are one
 */
export function answers(figures: Figures): string[] {
  const { run, baseline } = figures;
  if (run.calibrates) return [];
  const { label } = namesOf(run);
  const rows = verdictRows(figures, 'throughput').filter(({ reason }) => reason !== 'unfit');
  const others = run.targets.filter((target) => target !== baseline);
  return others.map((target) => {
    const own = rows.filter((row) => row.target === target);
    return answerText({ label: label(target), baseline: label(baseline) }, own);
  });
}
