/** Of a sweep: which value gives the most requests/s, and which others are not told apart from it. */
import { againstBaseline } from '../../analyse/baselines.ts';
import { groupsOf } from '../../analyse/findings/scopes.ts';
import { comparisonOf } from '../level.ts';
import type { Figures, Group } from '../../analyse/types.ts';

/** of one target in one scenario */
export interface Optimum {
  scenario: string;
  /** of catalogue.json */
  target: string;
  /** name of its variant with the most requests/s */
  best: string;
  rps: number;
  /** variants that are not shown to be slower, in the order of the values; the best is one of them */
  alike: string[];
  /** how many were measured */
  of: number;
  /** in the comparison with the fewest */
  rounds: number;
  /** are the rounds too few for verdicts? */
  isIndicative: boolean;
}

/** @returns none of a run that is no sweep, or of a target that has not two valid variants */
export function optima(figures: Figures): Optimum[] {
  const { run } = figures;
  const { sweep } = run;
  if (!sweep) return [];
  return run.scenarios.flatMap((scenario) => sweep.targets.flatMap((target) => optimum(figures, scenario, target) ?? []));
}

function optimum(figures: Figures, scenario: string, target: string): Optimum | null {
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

function rpsOf({ stage }: Group) {
  return stage.rps ?? 0;
}
