import { conclusionsTable, figuresTable } from './tables.js';
import { alignColumns } from '../../util/table.js';
import { wrapped } from '../../util/text.js';

/** Characters of the columns on the terminal: theirs, ours, verdict and why. */
const WIDTHS = [30, 38, 60];

/** The table that a study ends with on the terminal. @param {import('./tables.js').StudyResult} result @returns {string} */
export function conclusionsText(result) {
  const rows = conclusionsTable(result).rows.map(([theirs, ours, verdict, why]) => {
    const outcome = verdict.note ? `${verdict.text} (${verdict.note})` : verdict.text;
    return [theirs.text, ours.text, `${outcome}: ${why.text}`];
  });
  const title = `${result.study.id}: ${result.study.title}`;
  return ['', title, ...[['theirs', 'ours', 'verdict'], ...rows, ...flawRows(result)].map(rowText)].join('\n');
}

/**
 * What a flaw leads to, beside the valid figures of the same run.
 * @param {import('./tables.js').StudyResult} result
 * @returns {string[][]} none without a flaw
 */
function flawRows(result) {
  const { figures } = result.study;
  const runs = new Set(figures.filter(({ flaw }) => flaw).map(({ run }) => run));
  const refusals = Object.assign({}, ...result.runs.map((each) => each.figures.run.refused));
  const rows = figuresTable(result)?.rows ?? [];
  return figures.flatMap(({ run, label, target, flaw }, index) => {
    if (!runs.has(run)) return [];
    const [theirs, ours] = rows[index].slice(1);
    const why = flaw
      ? `discarded: ${flaw}; refused by the verification: ${refusals[target] ?? 'not verified'}`
      : 'for comparison with the discarded figure';
    return [[`${label}: ${theirs.text}`, ours.text, why]];
  });
}

/** @param {string[]} cells @returns {string} with an empty line above */
function rowText(cells) {
  const columns = cells.map((text, column) => wrapped(text, WIDTHS[column]));
  const height = Math.max(...columns.map(({ length }) => length));
  const lines = Array.from({ length: height }, (_, line) => columns.map((text) => text[line] ?? ''));
  return ['', ...alignColumns(lines, { widths: WIDTHS })].join('\n');
}
