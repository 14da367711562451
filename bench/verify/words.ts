/** What a verification found, in sentences, and as a table: a row for each target and scenario, a matrix of them, and whether all are equal. */
import { alignColumns } from '../util/table.ts';
import { plural } from '../util/text.ts';
import { headerDifferences, type Asked, type CaseFinding } from './cases.ts';
import type { Findings, Other, Row, Verification } from './index.ts';

/** `isNumber`: aligned to the right */
const COLUMNS: [head: string, cell: (row: Row) => string, isNumber?: boolean][] = [
  ['scenario', ({ scenario }) => scenario],
  ['target', ({ target }) => target],
  ['answers', ({ answers, wire }) => (answers.ok && wire.ok ? 'equal' : 'DIFFER')],
  ['SQL per request', ({ statements }) => `${formatCounts(statements.perRequest)}${statements.ok ? '' : ' DIFFERS'}`],
  ['rows read', ({ statements }) => formatCount(statements.rowsRead), true],
  ['rows written', ({ statements }) => formatCount(statements.rowsWritten), true],
  ['work', ({ work }) => (work.ok ? work.detail : 'DIFFERS')],
  ['framing, not compared', ({ statements }) => formatCounts(statements.framing)],
  // Of the first answer, head and body, as sent by the target.
  ['bytes', ({ wire }) => String(wire.bytes ?? '–'), true],
];

/** @returns the tables, and a last line that says whether anything differs; no newline at the end */
export function formatTable(verification: Verification): string {
  const rows = verification.rows.map((row) => COLUMNS.map(([, cell]) => cell(row)));
  const table = alignColumns([COLUMNS.map(([head]) => head), ...rows], { right: (column) => COLUMNS[column][2] === true, rule: true });
  return [...table, '', ...matrix(verification), '', conclusion(verification)].join('\n');
}

/** @returns scenarios × targets, then the reasons why pairs are not measured */
function matrix({ targets, scenarios, rows, unfit }: Verification): string[] {
  const body = scenarios.map((scenario) => {
    const found = targets.map((target) => rows.find((row) => row.scenario === scenario && row.target === target));
    return [scenario, ...found.map((row) => (row === undefined ? '–' : isEqual(row) ? 'equal' : 'DIFFERS'))];
  });
  const reasons = targets.flatMap((target) => {
    const byReason = Map.groupBy(
      unfit.filter((pair) => pair.target === target),
      ({ reason }) => reason,
    );
    return [...byReason].map(([reason, pairs]) => `– ${target}: ${pairs.map(({ scenario }) => scenario).join(', ')} (${reason})`);
  });
  return [...alignColumns([['scenario', ...targets], ...body], { rule: true }), ...reasons];
}

function isEqual({ answers, wire, statements, work }: Row) {
  return [answers, wire, statements, work].every(({ ok }) => ok);
}

/** @param counts by kind */
function formatCounts(counts: Record<string, number>) {
  const texts = Object.entries(counts).map(([kind, count]) => `${kind} ${formatCount(count)}`);
  return texts.join(', ') || 'none';
}

function formatCount(count: number) {
  return String(Number(count.toFixed(3)));
}

function conclusion({ targets, scenarios, unfit, errorCases, differences, refused, seconds }: Verification) {
  const without = unfit.length > 0 ? `, ${plural(unfit.length, 'pair')} not measured,` : '';
  const pairs = `${plural(targets.length, 'target')} × ${plural(scenarios.length, 'scenario')}${without}`;
  const scope = `${pairs} and ${plural(errorCases, 'error case')}, in ${seconds.toFixed(1)} s`;
  if (differences.length === 0) return `All equal: ${scope}.`;
  const those = targets.filter((name) => refused.some(({ target }) => target === name)).join(', ');
  const names = those && ` Refused: ${those}.`;
  return `Not the same work, differences: ${differences.length} (${scope}).${names}`;
}

/** @returns one sentence for each failure, naming the target and what was asked of it */
export function failures({ rows, others }: Pick<Findings, 'rows' | 'others'>): { target: string; sentence: string }[] {
  const ofRows = rows.flatMap(({ target, scenario, answers, wire, statements, work }) =>
    [answers, wire, statements, work].map((finding) => ({ target, where: `${target} ${scenario}`, ...finding })),
  );
  const all = [...ofRows, ...others.map((finding) => ({ where: `${finding.target}, ${finding.what}`, ...finding }))];
  return all.filter(({ ok }) => !ok).map(({ target, where, detail }) => ({ target, sentence: `${where}: ${detail}` }));
}

/** @param findings of error cases @returns those with the same target and detail as one */
export function alike(findings: CaseFinding[]): Other[] {
  const groups = Map.groupBy(findings, ({ target, ok, detail }) => JSON.stringify([target, ok, detail]));
  return [...groups.values()].map(([{ name, ...finding }, ...more]) => {
    return { ...finding, what: more.length === 0 ? `error case ${name}` : `${more.length + 1} error cases, the first ${name}` };
  });
}

/** @param asked of all groups @returns sentences on differences between their targets */
export function between(asked: Asked[]): string[] {
  return [...Map.groupBy(asked, ({ title }) => title)].flatMap(([title, same]) => {
    const received = Object.assign({}, ...same.map((one) => one.received));
    return headerDifferences(same[0].response, received).map((difference) => `${title}: ${difference}`);
  });
}
