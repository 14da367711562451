/** The optima of a sweep in sentences, for every form of the report. */
import { namesOf } from '../words/names.ts';
import { optimumText } from '../words/variants/sweep.ts';
import { optima } from './optimum.ts';
import type { Figures } from '../../analyse/types.ts';

/** @returns none of a run that is no sweep */
export function optimumSentences(figures: Figures): string[] {
  const { run } = figures;
  const isOne = run.sweep?.targets.length === 1;
  return optima(figures).map((optimum) => {
    const where = isOne ? optimum.scenario : `${optimum.scenario}, ${optimum.target}`;
    return optimumText(optimum, namesOf(run).label, where);
  });
}
