/** The optima of a sweep in sentences, for every form of the report. */
import { namesOf } from '../words/names.js';
import { optimumText } from '../words/variants/sweep.js';
import { optima } from './optimum.js';

/** @param {import('../../analyse/types.js').Figures} figures @returns {string[]} none of a run that is no sweep */
export function optimumSentences(figures) {
  const { run } = figures;
  const isOne = run.sweep?.targets.length === 1;
  return optima(figures).map((optimum) => {
    const where = isOne ? optimum.scenario : `${optimum.scenario}, ${optimum.target}`;
    return optimumText(optimum, namesOf(run).label, where);
  });
}
