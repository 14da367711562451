import { comparisonAtLevel, measuredOf } from './level.js';
import { answerText, isDecided } from './words/verdicts.js';

/**
 * What a run answers, before everything else: each target against the baseline, by its requests/s.
 *
 * @param {import('../analyse/types.js').Figures} figures
 * @returns {string[]} a sentence for each target but the baseline; none in a calibration, whose targets are one
 */
export function answers(figures) {
  const { run, baseline } = figures;
  if (run.calibrates) return [];
  const { targets } = run.catalogue;
  return run.targets
    .filter((target) => target !== baseline)
    .map((target) => {
      const compared = run.scenarios
        .filter((scenario) => measuredOf(figures, scenario).some((each) => each.target === target))
        .map((scenario) => ({ scenario, comparison: comparisonAtLevel(figures, { scenario, target, metric: 'throughput' }) }));
      const decided = compared.flatMap(({ scenario, comparison }) =>
        comparison !== null && isDecided(comparison) ? [{ scenario, ratio: comparison.ratio }] : [],
      );
      const of = (/** @type {(kind: string | undefined) => boolean} */ wanted) =>
        compared.flatMap(({ scenario, comparison }) => (wanted(comparison?.kind) ? [scenario] : []));
      return answerText({
        label: targets[target].label,
        baseline: targets[baseline].label,
        faster: decided.filter(({ ratio }) => ratio > 1),
        slower: decided.filter(({ ratio }) => ratio <= 1),
        same: of((kind) => kind === 'same'),
        open: of((kind) => kind === undefined || kind === 'indicative'),
      });
    });
}
