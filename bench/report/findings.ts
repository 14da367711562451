/** The findings of a run in words: may it be trusted, the doubts at the top, and what is said of one scenario. */
import { namesOf } from './words/names.ts';
import { WORDS, type Caveat, type Light, type WordsOf } from './words/findings/index.ts';
import type { Figures } from '../analyse/types.ts';
import type { Finding, FindingOf, Kind } from '../analyse/findings/types.ts';

type Found = Pick<Figures, 'run' | 'findings'>;

const KINDS = Object.keys(WORDS) as Kind[];

/** @returns what the reader must know before concluding anything, the general ones first */
export function caveats({ run, findings }: Found): Caveat[] {
  const names = namesOf(run);
  return said(findings, ({ title, text = '', items = () => [] }, found) =>
    title === undefined
      ? []
      : { title: written(title, found), text: written(text, found), items: found.flatMap((each) => items(each, names)) },
  );
}

/** May a reader decide from this run? @returns the worst of what was found, and the titles of what is as bad */
export function trust({ findings }: Found): { light: 'green' | Light; why: string[] } {
  const judged = said(findings, ({ light: given, title }, found) => {
    const light = typeof given === 'function' ? given(found) : given;
    return light && title ? { light, title: written(title, found) } : [];
  });
  const light = judged.some((each) => each.light === 'red') ? 'red' : judged.length > 0 ? 'amber' : 'green';
  return { light, why: judged.filter((each) => each.light === light).map(({ title }) => title) };
}

/** @returns what is to be said about it beside its verdicts, in the order of the targets */
export function statements({ run, findings }: Found, scenario: string): string[] {
  const placeOf = (finding: Finding) => ('target' in finding ? run.targets.indexOf(finding.target) : -1);
  const own = findings.filter((finding) => finding.scope !== 'run' && finding.scenario === scenario);
  own.sort((one, other) => placeOf(one) - placeOf(other));
  return said(own, (words, found) => words.statements?.(found, namesOf(run)) ?? []);
}

/** @returns of those of a kind together, in the order of the words */
function said<T>(findings: Finding[], say: <K extends Kind>(words: WordsOf<K>, found: FindingOf<K>[]) => T | T[]): T[] {
  return KINDS.flatMap(<K extends Kind>(kind: K) => {
    const found = findings.filter((each): each is FindingOf<K> => each.kind === kind);
    return found.length > 0 ? say<K>(WORDS[kind], found) : [];
  });
}

function written<T>(words: string | ((found: T[]) => string), found: T[]): string {
  return typeof words === 'function' ? words(found) : words;
}
