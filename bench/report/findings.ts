/** The findings of a run in words: may it be trusted, the doubts at the top, and what is said of one scenario. */
import { namesOf } from './words/names.ts';
import { WORDS, type Caveat, type Light, type WordsOf } from './words/findings/index.ts';
import type { Figures } from '../analyse/types.ts';
import type { Finding } from '../analyse/findings/types.ts';

/** @returns what the reader must know before concluding anything, the general ones first */
export function caveats({ run, findings }: Figures): Caveat[] {
  return said(findings, ({ caveat }, found) => caveat?.(found, namesOf(run)) ?? []);
}

/** May a reader decide from this run? @returns the worst of what was found, and the titles of what is as bad */
export function trust({ run, findings }: Figures): { light: 'green' | Light; why: string[] } {
  const found = said(findings, ({ light: given, caveat }, own) => {
    const light = typeof given === 'function' ? given(own) : given;
    return light && caveat ? { light, title: caveat(own, namesOf(run)).title } : [];
  });
  const light = found.some((each) => each.light === 'red') ? 'red' : found.length > 0 ? 'amber' : 'green';
  return { light, why: found.filter((each) => each.light === light).map(({ title }) => title) };
}

/** @returns what is to be said about it beside its verdicts */
export function statements(figures: Figures, scenario: string): string[] {
  return said(ofScenario(figures, scenario), ({ statements: sentences }, found) => sentences?.(found, namesOf(figures.run)) ?? []);
}

/** @returns in the order of the targets */
function ofScenario({ run, findings }: Figures, scenario: string): Finding[] {
  const placeOf = (finding: Finding) => ('target' in finding ? run.targets.indexOf(finding.target) : -1);
  return findings
    .filter((finding) => finding.scope !== 'run' && finding.scenario === scenario)
    .sort((one, other) => placeOf(one) - placeOf(other));
}

/** @returns of those of a kind together, in the order of the words */
function said<T>(findings: Finding[], say: (words: WordsOf<any>, found: Finding[]) => T | T[]): T[] {
  const byKind = Map.groupBy(findings, ({ kind }) => kind);
  return Object.entries(WORDS).flatMap(([kind, words]) => {
    const found = byKind.get(kind as Finding['kind']) ?? [];
    return found.length > 0 ? say(words, found) : [];
  });
}
