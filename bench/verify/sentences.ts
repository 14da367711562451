/** What a verification found, in sentences. */
import { headerDifferences, otherHeaderDifferences } from './answers.ts';
import type { Findings } from './index.ts';
import type { CaseFinding } from './cases.ts';
import type { Finding } from './work/index.ts';

/** @returns one sentence for each failure, naming target and scenario */
export function failures({ rows, errors, errorWires, streams, scrapes }: Omit<Findings, 'asked'>): { target: string; sentence: string }[] {
  const named = [
    ...rows.flatMap(({ target, scenario, answers, wire, statements, work }) =>
      [answers, wire, statements, work].map((finding) => ({ target, where: `${target} ${scenario}`, ...finding })),
    ),
    ...alike(errors).map(({ names: [name, ...others], ...finding }) => ({
      where: `${finding.target}, ${others.length === 0 ? `error case ${name}` : `${others.length + 1} error cases, the first ${name}`}`,
      ...finding,
    })),
    ...streams.map((finding) => ({ where: `${finding.target}, case ${finding.name}`, ...finding })),
    ...errorWires.map((finding) => ({ where: `${finding.target}, error cases`, ...finding })),
    ...scrapes.map((finding) => ({ where: `${finding.target}, scrapes`, ...finding })),
  ];
  return named.filter(({ ok }) => !ok).map(({ target, where, detail }) => ({ target, sentence: `${where}: ${detail}` }));
}

/** @returns those with the same target and detail as one */
function alike(findings: CaseFinding[]): ({ target: string; names: string[] } & Finding)[] {
  const groups = Map.groupBy(findings, ({ target, ok, detail }) => JSON.stringify([target, ok, detail]));
  return [...groups.values()].map((group) => ({ ...group[0], names: group.map(({ name }) => name) }));
}

/** @param found by group @returns sentences on differences between the targets of all groups */
export function between(found: Findings[]): string[] {
  const asked = found.flatMap((group) => group.asked);
  return [...new Set(asked.map(({ title }) => title))].flatMap((title) => {
    const same = asked.filter((one) => one.title === title);
    const received = Object.assign({}, ...same.map((one) => one.received));
    const compared = [headerDifferences, otherHeaderDifferences].flatMap((compare) => compare(same[0].response, received));
    return compared.map((difference) => `${title}: ${difference}`);
  });
}
