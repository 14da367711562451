/**
 * A JVM that serves several rounds, or a staircase and blocks, is warmed up before the first of them.
 *
 * @typedef {import('./types.js').CellFigures} CellFigures
 * @typedef {import('./types.js').SequenceFigures} SequenceFigures
 */

/**
 * @param {CellFigures[]} cells
 * @param {SequenceFigures[]} sequences
 * @returns {{ cells: CellFigures[], sequences: SequenceFigures[] }} the same; `steady` of all that a JVM was warmed up for once
 */
export function withWarmUps(cells, sequences) {
  const steady = steadyByJvm(cells, sequences);
  const known = (/** @type {string} */ jvm) => steady.get(jvm) ?? null;
  return {
    cells: cells.map((cell) => ({ ...cell, steady: cell.steady ?? known(jvmOfCell(cell)) })),
    sequences: sequences.map((sequence) => ({
      ...sequence,
      slices: sequence.slices.map((slice) => ({ ...slice, steady: slice.steady ?? known(jvmKey(slice, slice.jvmStartedMs)) })),
    })),
  };
}

/** @param {CellFigures[]} cells @param {SequenceFigures[]} sequences @returns {Map<string, boolean>} did the warm-up become steady, by scenario, target and JVM */
function steadyByJvm(cells, sequences) {
  const ofCells = cells.flatMap((cell) => (cell.steady === null ? [] : [/** @type {const} */ ([jvmOfCell(cell), cell.steady])]));
  const ofSlices = sequences.flatMap(({ slices }) =>
    slices.flatMap((slice) => (slice.steady === null ? [] : [/** @type {const} */ ([jvmKey(slice, slice.jvmStartedMs), slice.steady])])),
  );
  return new Map([...ofSlices, ...ofCells].filter(([jvm]) => jvm !== UNKNOWN));
}

const UNKNOWN = '';

/** @param {CellFigures} cell */
function jvmOfCell({ planned, cell }) {
  return jvmKey(planned, cell?.jvm?.startedMs ?? null);
}

/** @param {{ scenario: string, target: string }} pair @param {number | null} startedMs */
function jvmKey({ scenario, target }, startedMs) {
  return startedMs === null ? UNKNOWN : `${scenario} ${target} ${startedMs}`;
}
