import { comparisons } from './comparison/comparison.ts';
import { notCompared } from './findings/verdicts.ts';
import type { Figures } from './types.ts';

/**
 * The figures of a run against another of its targets: with its comparisons, and why others are missing. Everything else is
 * the same whatever the baseline.
 */
export function againstBaseline(figures: Figures, baseline: string): Figures {
  if (baseline === figures.baseline) return figures;
  const judged = { ...figures, baseline, comparisons: comparisons(figures, baseline, figures.noise) };
  const others = figures.findings.filter(({ kind }) => kind !== 'not-compared');
  return { ...judged, findings: [...others, ...judged.groups.flatMap((group) => notCompared(group, judged))] };
}
