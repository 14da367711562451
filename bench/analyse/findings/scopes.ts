/** What a finding is about. */
import type { Comparison, PartFigures, FiguresToJudge as Figures, Group } from '../types.ts';
import type { OfScenario, OfTarget } from './types.ts';

export type Pair = { scenario: string; target: string };

export function ofScenario(scenario: string): OfScenario {
  return { scope: 'scenario', scenario };
}

export function ofTarget({ scenario, target }: Pair): OfTarget {
  return { scope: 'target', scenario, target };
}

/** @returns those that ended well */
export function okParts({ parts }: Pick<Figures, 'parts'>, scenario: string): PartFigures[] {
  return parts.filter(({ planned, state }) => planned.scenario === scenario && state === 'ok');
}

/** @returns in the order of the targets */
export function groupsOf({ groups }: Pick<Figures, 'groups'>, scenario: string): Group[] {
  return groups.filter((group) => group.scenario === scenario);
}

export function groupOfPair({ groups }: Pick<Figures, 'groups'>, pair: Pair): Group | undefined {
  return groups.find((group) => isOfPair(group, pair));
}

/** @returns null for the baseline, and where nothing valid could be compared */
export function comparisonOf({ comparisons }: Pick<Figures, 'comparisons'>, which: Pair & { metric: string }): Comparison | null {
  return comparisons.find((each) => isOfPair(each, which) && each.metric === which.metric) ?? null;
}

export function isOfPair(one: Pair, other: Pair): boolean {
  return one.scenario === other.scenario && one.target === other.target;
}
