import { againstBaseline } from '../../analyse/baselines.js';
import { verdictRows } from '../verdicts/rows.js';

/**
 * What the plot can be switched to: the rows of every baseline.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../verdicts/rows.js').VerdictRow} VerdictRow
 * @typedef {import('./svg.js').Target} Target
 * @typedef {object} Choices
 * @property {string} baseline of the page as it comes
 * @property {string[]} scenarios
 * @property {Record<string, Target>} targets by name, in their order
 * @property {Packed} rows
 * @typedef {{ field: string, texts?: unknown[], values: unknown[] }[]} Packed rows by columns; a text is its place in `texts`, which makes those of a run with many
 *   targets a third as large
 */

/** @param {Figures} figures @returns {Choices} */
export function choices(figures) {
  const { run, baseline } = figures;
  return {
    baseline,
    scenarios: run.scenarios,
    targets: targetsOf(run),
    rows: packed(run.targets.flatMap((each) => verdictRows(againstBaseline(figures, each)))),
  };
}

/** @param {Pick<Figures['run'], 'targets' | 'catalogue'>} run @returns {Record<string, Target>} */
export function targetsOf({ targets, catalogue }) {
  return Object.fromEntries(
    targets.map((name) => {
      const { label, colour, symbol, line } = catalogue.targets[name];
      return [name, { label, colour, symbol, line }];
    }),
  );
}

/** @param {VerdictRow[]} rows @returns {Packed} */
function packed(rows) {
  const fields = /** @type {(keyof VerdictRow)[]} */ (Object.keys(rows[0] ?? {}).filter((field) => field !== 'unit'));
  return fields.map((field) => {
    const values = rows.map((row) => shortened(row[field]));
    const texts = [...new Set(values)];
    return typeof values.find((value) => value !== null) === 'string'
      ? { field, texts, values: values.map((value) => texts.indexOf(value)) }
      : { field, values };
  });
}

/** Six digits are enough for a page. @param {unknown} value @returns {unknown} */
function shortened(value) {
  if (Array.isArray(value)) return value.map(shortened);
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value;
}
