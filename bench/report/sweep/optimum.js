/**
 * Of a sweep: which value gives the most requests/s, and which others are not told apart from it.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../record/variant.js').Sweep} Sweep
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {object} Optimum of one target in one scenario
 * @property {string} scenario
 * @property {string} target of catalogue.json
 * @property {string} best name of its variant with the most requests/s
 * @property {number} rps
 * @property {string[]} alike variants that are not shown to be slower, in the order of the values; the best is one of them
 * @property {number} of how many were measured
 * @property {number} rounds in the comparison with the fewest
 * @property {boolean} isIndicative are the rounds too few for verdicts?
 */
import { againstBaseline } from '../../analyse/baselines.js';
import { groupsOf } from '../../analyse/findings/scopes.js';
import { comparisonOf } from '../level.js';

/** @param {Figures} figures @returns {Optimum[]} none of a run that is no sweep, or of a target that has not two valid variants */
export function optima(figures) {
  const { run } = figures;
  const { sweep } = run;
  if (!sweep) return [];
  return run.scenarios.flatMap((scenario) => sweep.targets.flatMap((target) => optimum(figures, scenario, target) ?? []));
}

/** @param {Figures} figures @param {string} scenario @param {string} target @returns {Optimum | null} */
function optimum(figures, scenario, target) {
  const measured = variantsOf(figures, scenario, target);
  if (measured.length < 2) return null;
  const best = measured.reduce((most, each) => (rpsOf(each) > rpsOf(most) ? each : most));
  const against = againstBaseline(figures, best.target);
  const compared = measured.map((each) => ({
    name: each.target,
    comparison: comparisonOf(against, { scenario, target: each.target, metric: 'throughput' }),
  }));
  const comparisons = compared.flatMap(({ comparison }) => comparison ?? []);
  return {
    ...{ scenario, target, best: best.target, rps: rpsOf(best), of: measured.length },
    alike: compared.filter(({ comparison }) => comparison?.kind !== 'slower').map(({ name }) => name),
    rounds: Math.min(...comparisons.map(({ rounds }) => rounds)),
    isIndicative: comparisons.length === 0 || comparisons.some(({ kind }) => kind === 'indicative'),
  };
}

/**
 * @param {Figures} figures
 * @param {string} scenario
 * @param {string} target of catalogue.json
 * @returns {Group[]} its variants with valid figures, in the order of the values
 */
export function variantsOf(figures, scenario, target) {
  const { targets } = figures.run.catalogue;
  return groupsOf(figures, scenario).filter((each) => {
    return targets[each.target].variant?.of === target && !each.isDiscarded && rpsOf(each) > 0;
  });
}

/** @param {Group} group */
function rpsOf({ stage }) {
  return stage.rps ?? 0;
}
