/** What a finding is about. */
import type { PartFigures, FiguresToJudge as Figures, Group } from '../types.ts';
import type { OfTarget, OfPart } from './types.ts';

export function ofTarget({ scenario, target }: { scenario: string; target: string }): OfTarget {
  return { scope: 'target', scenario, target };
}

export function ofPart({ planned: { scenario, round, number } }: Pick<PartFigures, 'planned'>): OfPart {
  return { scope: 'part', scenario, round, number };
}

/** @returns those that ended well */
export function okParts({ parts }: Pick<Figures, 'parts'>, scenario: string): PartFigures[] {
  return parts.filter(({ planned, state }) => planned.scenario === scenario && state === 'ok');
}

/** @returns in the order of the targets */
export function groupsOf({ groups }: Pick<Figures, 'groups'>, scenario: string): Group[] {
  return groups.filter((group) => group.scenario === scenario);
}

export function groupOfPair(
  { groups }: Pick<Figures, 'groups'>,
  { scenario, target }: { scenario: string; target: string },
): Group | undefined {
  return groups.find((group) => group.scenario === scenario && group.target === target);
}
