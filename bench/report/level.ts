/** What the verdicts of a scenario are made of. */
import { groupsOf } from '../analyse/findings/scopes.ts';
import { hasBlocks } from '../record/catalogue.ts';
import { comparedVus, type PlannedRun } from '../record/run.ts';
import { plural } from '../util/text.ts';
import { sampleText } from './words/verdicts.ts';
import type { FindingOf } from '../analyse/findings/types.ts';
import type { Figures, Comparison } from '../analyse/types.ts';

type Which = { scenario: string; target: string; metric: string };

export type WhyNotCompared = FindingOf<'not-compared'>['why'];

/** @returns '300 users', '50 or 100 users': with which targets are compared */
export function comparedUsers(run: Pick<PlannedRun, 'scenarios' | 'levels' | 'catalogue'>): string {
  const numbers = [...new Set(run.scenarios.map((scenario) => comparedVus(run, scenario)))].sort((a, b) => a - b);
  return [...numbers.slice(0, -1), plural(numbers[numbers.length - 1], 'user')].join(' or ');
}

/** @returns in which something counts; a block that is discarded throughout is measured again */
export function sampleOf(figures: Pick<Figures, 'groups'>, scenario: string): { rounds: number; blocks: number } {
  const slices = groupsOf(figures, scenario).flatMap((group) => group.slices.filter(({ discardedFor }) => discardedFor.length === 0));
  return {
    rounds: new Set(slices.map(({ round }) => round)).size,
    blocks: new Set(slices.map(({ round, block }) => `${round} ${block}`)).size,
  };
}

/** @returns '3 rounds × 5 blocks' */
export function sampleWords(figures: Figures, scenario: string): string {
  return hasBlocks(figures.run.catalogue, scenario) ? sampleText(sampleOf(figures, scenario)) : 'each target measured alone, once';
}

/** @returns null for the baseline, and where nothing valid could be compared */
export function comparisonOf({ comparisons }: Pick<Figures, 'comparisons'>, which: Which): Comparison | null {
  return comparisons.find((each) => isOf(each, which)) ?? null;
}

/** @returns null for the baseline, and where it is compared or discarded */
export function whyNotCompared({ findings }: Pick<Figures, 'findings'>, which: Which): WhyNotCompared | null {
  return findings.flatMap((finding) => (finding.kind === 'not-compared' && isOf(finding, which) ? [finding.why] : []))[0] ?? null;
}

function isOf(one: Which, other: Which) {
  return one.scenario === other.scenario && one.target === other.target && one.metric === other.metric;
}
