import { conclusionsTable, figuresTable, type StudyResult } from './tables.ts';
import { alignColumns } from '../../util/table.ts';
import { wrapped } from '../../util/text.ts';

/** Characters of the columns on the terminal: theirs, ours, verdict and why. */
const WIDTHS = [30, 38, 60];

/** The table that a study ends with on the terminal. */
export function conclusionsText(result: StudyResult): string {
  const rows = conclusionsTable(result).rows.map(([theirs, ours, verdict, why]) => {
    const outcome = verdict.note ? `${verdict.text} (${verdict.note})` : verdict.text;
    return [theirs.text, ours.text, `${outcome}: ${why.text}`];
  });
  const title = `${result.study.id}: ${result.study.title}`;
  return ['', title, ...[['theirs', 'ours', 'verdict'], ...rows, ...flawRows(result)].map(rowText)].join('\n');
}

/** What a flaw leads to, beside the valid figures of the same scenario. @returns none without a flaw */
function flawRows(result: StudyResult): string[][] {
  const { figures } = result.study;
  const flawed = new Set(figures.filter(({ flaw }) => flaw).map(({ scenario }) => scenario));
  const refusals = Object.assign({}, ...result.runs.map((each) => each.figures.run.refused));
  const rows = figuresTable(result)?.rows ?? [];
  return figures.flatMap(({ scenario, label, target, flaw }, index) => {
    if (!flawed.has(scenario)) return [];
    const [theirs, ours] = rows[index].slice(1);
    const why = flaw
      ? `discarded: ${flaw}; refused by the verification: ${refusals[target] ?? 'not verified'}`
      : 'for comparison with the discarded figure';
    return [[`${label}: ${theirs.text}`, ours.text, why]];
  });
}

/** @returns with an empty line above */
function rowText(cells: string[]): string {
  const columns = cells.map((text, column) => wrapped(text, WIDTHS[column]));
  const height = Math.max(...columns.map(({ length }) => length));
  const lines = Array.from({ length: height }, (_, line) => columns.map((text) => text[line] ?? ''));
  return ['', ...alignColumns(lines, { widths: WIDTHS })].join('\n');
}
