/** What the verdicts of a scenario are made of. */
import { groupsOf, isOfPair, type Pair } from '../analyse/findings/scopes.ts';
import { hasBlocks } from '../record/catalogue.ts';
import { comparedVus, type PlannedRun } from '../record/run.ts';
import { plural } from '../util/text.ts';
import { sampleText } from './words/verdicts.ts';
import type { FindingOf } from '../analyse/findings/types.ts';
import type { Bottleneck } from '../analyse/bottleneck/bottleneck.ts';
import type { Figures } from '../analyse/types.ts';

export type WhyNotCompared = FindingOf<'not-compared'>['why'];

/** @returns '300 users', '50 or 100 users': with which targets are compared */
export function comparedUsers(run: Pick<PlannedRun, 'scenarios' | 'levels' | 'catalogue'>): string {
  const numbers = [...new Set(run.scenarios.map((scenario) => comparedVus(run, scenario)))].sort((a, b) => a - b);
  return [...numbers.slice(0, -1), plural(numbers[numbers.length - 1], 'user')].join(' or ');
}

/** @returns '3 rounds × 5 blocks' in which something counts; a block that is discarded throughout is measured again */
export function sampleWords(figures: Figures, scenario: string): string {
  if (!hasBlocks(figures.run.catalogue, scenario)) return 'each target measured alone, once';
  const slices = groupsOf(figures, scenario).flatMap((group) => group.slices.filter(({ discardedFor }) => discardedFor.length === 0));
  const rounds = new Set(slices.map(({ round }) => round)).size;
  return sampleText({ rounds, blocks: new Set(slices.map(({ round, block }) => `${round} ${block}`)).size });
}

/** @returns null for the baseline, and where it is compared or discarded */
export function whyNotCompared({ findings }: Pick<Figures, 'findings'>, which: Pair & { metric: string }): WhyNotCompared | null {
  const all = findings.filter((each) => each.kind === 'not-compared');
  return all.find((each) => isOfPair(each, which) && each.metric === which.metric)?.why ?? null;
}

/** @returns null where it is discarded or was not judged */
export function bottleneckOf({ findings }: Pick<Figures, 'findings'>, pair: Pair): Bottleneck | null {
  return findings.filter((each) => each.kind === 'bottleneck').find((each) => isOfPair(each, pair))?.bottleneck ?? null;
}
