/** What a verification found, in sentences, and as a table: a row for each target and scenario, a matrix of them, and whether all are equal. */
import { alignColumns } from '../util/table.ts';
import { plural } from '../util/text.ts';
import { headerDifferences, type CaseFinding } from './cases.ts';
import type { Findings, Verification, Row } from './index.ts';

const HEADER = ['scenario', 'target', 'answers', 'SQL per request', 'rows read', 'rows written', 'work', 'framing, not compared', 'bytes'];
/** Columns of numbers. `bytes`: of the first answer, head and body, as sent by the target. */
const RIGHT = new Set(['rows read', 'rows written', 'bytes']);

/** @returns the tables, and a last line that says whether anything differs; no newline at the end */
export function formatTable(verification: Verification): string {
  const table = alignColumns([HEADER, ...verification.rows.map(cells)], { right: (column) => RIGHT.has(HEADER[column]), rule: true });
  return [...table, '', ...matrix(verification), '', conclusion(verification)].join('\n');
}

/** @returns scenarios × targets, then the reasons why pairs are not measured */
function matrix({ targets, scenarios, rows, unfit }: Verification): string[] {
  const body = scenarios.map((scenario) => {
    const found = targets.map((target) => rows.find((row) => row.scenario === scenario && row.target === target));
    return [scenario, ...found.map((row) => (row === undefined ? '–' : isEqual(row) ? 'equal' : 'DIFFERS'))];
  });
  const reasons = targets.flatMap((target) => {
    const own = unfit.filter((pair) => pair.target === target);
    return [...new Set(own.map(({ reason }) => reason))].map((reason) => {
      const names = own.filter((pair) => pair.reason === reason).map(({ scenario }) => scenario);
      return `– ${target}: ${names.join(', ')} (${reason})`;
    });
  });
  return [...alignColumns([['scenario', ...targets], ...body], { rule: true }), ...reasons];
}

function isEqual({ answers, wire, statements, work }: Row) {
  return [answers, wire, statements, work].every(({ ok }) => ok);
}

function cells({ scenario, target, answers, wire, statements, work }: Row) {
  return [
    scenario,
    target,
    answers.ok && wire.ok ? 'equal' : 'DIFFER',
    `${formatCounts(statements.perRequest)}${statements.ok ? '' : ' DIFFERS'}`,
    formatCount(statements.rowsRead),
    formatCount(statements.rowsWritten),
    work.ok ? work.detail : 'DIFFERS',
    formatCounts(statements.framing),
    wire.bytes === null ? '–' : String(wire.bytes),
  ];
}

/** @param counts by kind */
function formatCounts(counts: Record<string, number>) {
  return (
    Object.entries(counts)
      .map(([kind, count]) => `${kind} ${formatCount(count)}`)
      .join(', ') || 'none'
  );
}

function formatCount(count: number) {
  return String(Number(count.toFixed(3)));
}

function conclusion({ targets, scenarios, unfit, errors, differences, refused, seconds }: Verification) {
  const cases = new Set(errors.map(({ name }) => name)).size;
  const without = unfit.length > 0 ? `, ${plural(unfit.length, 'pair')} not measured,` : '';
  const pairs = `${plural(targets.length, 'target')} × ${plural(scenarios.length, 'scenario')}${without}`;
  const scope = `${pairs} and ${plural(cases, 'error case')}, in ${seconds.toFixed(1)} s`;
  if (differences.length === 0) return `All equal: ${scope}.`;
  const those = targets.filter((name) => refused.some(({ target }) => target === name));
  const names = those.length > 0 ? ` Refused: ${those.join(', ')}.` : '';
  return `Not the same work, differences: ${differences.length} (${scope}).${names}`;
}

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
function alike(findings: CaseFinding[]): (CaseFinding & { names: string[] })[] {
  const groups = Map.groupBy(findings, ({ target, ok, detail }) => JSON.stringify([target, ok, detail]));
  return [...groups.values()].map((group) => ({ ...group[0], names: group.map(({ name }) => name) }));
}

/** @param found by group @returns sentences on differences between the targets of all groups */
export function between(found: Findings[]): string[] {
  const byTitle = Map.groupBy(
    found.flatMap(({ asked }) => asked),
    ({ title }) => title,
  );
  return [...byTitle].flatMap(([title, same]) => {
    const received = Object.assign({}, ...same.map((one) => one.received));
    return headerDifferences(same[0].response, received).map((difference) => `${title}: ${difference}`);
  });
}
