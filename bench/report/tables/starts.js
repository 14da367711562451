/** What each target was before its first load. A start belongs to no scenario, so this is a table of the run. */
import { mean, present } from '../../util/math.js';
import { mebibytes, number } from '../../util/text.js';

/**
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('./figures.js').Table} Table
 */

/** @param {Figures} figures @returns {Table | null} one row per target; null where no start was looked at, as in older runs */
export function startsTable(figures) {
  const starts = figures.run.targets.map((target) => ({ target, ...startsOf(figures, target) }));
  if (starts.every(({ readySeconds, restRssBytes }) => readySeconds.length + restRssBytes.length === 0)) return null;
  const { targets } = figures.run.catalogue;
  return {
    caption: 'Start-up and memory at rest',
    columns: [
      { head: 'Target', rowHead: true },
      { head: 'Start-up', unit: 's', numeric: true },
      { head: 'RSS at rest', unit: 'MiB', numeric: true },
      { head: 'JVMs', numeric: true },
    ],
    rows: starts.map(({ target, readySeconds, restRssBytes, count }) => [
      { text: targets[target].label, target },
      ofAll(readySeconds, number),
      ofAll(restRssBytes, mebibytes),
      { text: String(count) },
    ]),
  };
}

/** @param {Figures} figures @param {string} target */
function startsOf({ cells, sequences }, target) {
  const ofCells = cells.filter(({ planned }) => planned.target === target).map(({ cell }) => cell?.jvm);
  const ofSequences = sequences.map(({ sequence }) => sequence?.jvms[target]);
  const jvms = [...new Map(present([...ofCells, ...ofSequences]).map((jvm) => [jvm.startedMs, jvm])).values()];
  return {
    count: jvms.length,
    readySeconds: present(jvms.map(({ readySeconds }) => readySeconds)),
    restRssBytes: present(jvms.map(({ restRssBytes }) => restRssBytes)),
  };
}

/** @param {number[]} values @param {(value: number | null) => string} text @returns {import('./figures.js').Cell} mean, and range where there are several */
function ofAll(values, text) {
  if (values.length === 0) return { text: text(null) };
  const note = values.length > 1 ? `${text(Math.min(...values))} to ${text(Math.max(...values))}` : '';
  return { text: text(mean(values)), note };
}
