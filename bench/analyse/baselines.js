import { comparisons } from './comparison/comparison.js';
import { notCompared } from './findings/verdicts.js';

/** @typedef {import('./types.js').Figures} Figures */

/**
 * The figures of a run against another of its targets: with its comparisons, and why others are missing. Everything else is
 * the same whatever the baseline.
 * @param {Figures} figures
 * @param {string} baseline one of the run's targets
 * @returns {Figures}
 */
export function againstBaseline(figures, baseline) {
  if (baseline === figures.baseline) return figures;
  const judged = { ...figures, baseline, comparisons: comparisons(figures, baseline, figures.noise) };
  const others = figures.findings.filter(({ kind }) => kind !== 'not-compared');
  return { ...judged, findings: [...others, ...judged.groups.flatMap((group) => notCompared(group, judged))] };
}
