/** The verification as text: targets × scenarios, then whether all are equal. */

/**
 * @typedef {import('./index.js').Verification} Verification
 * @typedef {import('./index.js').Row} Row
 */

const HEADER = ['scenario', 'target', 'answers', 'SQL per request', 'rows read', 'rows written', 'work', 'around it, not compared'];
/** Columns of numbers. */
const RIGHT = new Set(['rows read', 'rows written']);

/**
 * @param {Verification} verification
 * @returns {string} a table with aligned columns, and a last line that says whether anything differs; no newline at the end
 */
export function formatTable(verification) {
  const rows = [HEADER, ...verification.rows.map(cells)];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => align(cell, widths[column], HEADER[column]))
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [lines[0], rule, ...lines.slice(1), '', conclusion(verification)].join('\n');
}

/** @param {Row} row */
function cells({ scenario, target, answers, statements, work }) {
  return [
    scenario,
    target,
    answers.ok ? 'equal' : 'DIFFER',
    `${formatCounts(statements.perRequest)}${statements.ok ? '' : ' DIFFERS'}`,
    formatCount(statements.rowsRead),
    formatCount(statements.rowsWritten),
    work.ok ? work.detail : 'DIFFERS',
    formatCounts(statements.framing),
  ];
}

/** @param {Record<string, number>} counts by kind */
function formatCounts(counts) {
  return (
    Object.entries(counts)
      .map(([kind, count]) => `${kind} ${formatCount(count)}`)
      .join(', ') || 'none'
  );
}

/** @param {number} count */
function formatCount(count) {
  return String(Number(count.toFixed(3)));
}

/**
 * @param {string} cell
 * @param {number} width
 * @param {string} column
 */
function align(cell, width, column) {
  return RIGHT.has(column) ? cell.padStart(width) : cell.padEnd(width);
}

/** @param {Verification} verification */
function conclusion({ targets, scenarios, errors, differences, seconds }) {
  const cases = new Set(errors.map(({ name }) => name)).size;
  const scope = `${targets.length} targets × ${scenarios.length} scenarios and ${cases} error cases, in ${seconds.toFixed(1)} s`;
  return differences.length === 0 ? `All equal: ${scope}.` : `Not the same work, differences: ${differences.length} (${scope}).`;
}
