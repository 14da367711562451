/** Of a sweep: which value gives the most requests/s, and which others are not told apart from it. */
import { againstBaseline } from '../../analyse/baselines.ts';
import { groupsOf } from '../../analyse/findings/scopes.ts';
import { comparisonOf } from '../level.ts';
import { namesOf } from '../words/names.ts';
import { optimumText } from '../words/variants/sweep.ts';
import type { Figures, Group } from '../../analyse/types.ts';

export type Optimum = NonNullable<ReturnType<typeof optimum>>;

/** @returns none of a run that is no sweep, or of a target that has not two valid variants */
export function optima(figures: Figures): Optimum[] {
  const { run } = figures;
  const { sweep } = run;
  if (!sweep) return [];
  return run.scenarios.flatMap((scenario) => sweep.targets.flatMap((target) => optimum(figures, scenario, target) ?? []));
}

/**
 * @param target of catalogue.json
 * @returns `best`: its variant with the most requests/s; `alike`: variants that are not shown to be slower, in the order of the values, the best among
 * them; `of`: how many were measured; `rounds`: in the comparison with the fewest; `isIndicative`: they are too few for verdicts
 */
function optimum(figures: Figures, scenario: string, target: string) {
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

/** @param target of catalogue.json @returns its variants with valid figures, in the order of the values */
export function variantsOf(figures: Figures, scenario: string, target: string): Group[] {
  const { targets } = figures.run.catalogue;
  return groupsOf(figures, scenario).filter((each) => {
    return targets[each.target].variant?.of === target && !each.isDiscarded && rpsOf(each) > 0;
  });
}

/** @returns the optima in sentences, for every form of the report; none of a run that is no sweep */
export function optimumSentences(figures: Figures): string[] {
  const { run } = figures;
  const isOne = run.sweep?.targets.length === 1;
  return optima(figures).map((optimum) => {
    const where = isOne ? optimum.scenario : `${optimum.scenario}, ${optimum.target}`;
    return optimumText(optimum, namesOf(run).label, where);
  });
}

function rpsOf({ stage }: Group) {
  return stage.rps ?? 0;
}
