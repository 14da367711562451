/** The table of `make connections`. */
import { alignColumns } from '../util/table.js';
import { count, mebibytes, number } from '../util/text.js';
import { tableOf } from './tables/table.js';
import { connectionsNotes } from './words/connections.js';

/** @typedef {import('../record/connections.js').ConnectionsRecord} ConnectionsRecord */
/** @typedef {import('../record/connections.js').Held} Held */

/** @param {Held} held @returns {number | null} bytes that 1,000 connections take; null where memory is not known */
export function bytesPerThousand({ restBytes, heldBytes, connections }) {
  return restBytes === null || heldBytes === null ? null : ((heldBytes - restBytes) * 1000) / connections;
}

/** @param {ConnectionsRecord} record @returns {string} a row for each load and target, then what may be read from it */
export function connectionsTable(record) {
  const { columns, rows } = tableOf('', record.results, [
    { head: 'load', of: ({ load }) => load },
    { head: 'target', of: ({ target }) => target },
    { head: 'connections', numeric: true, of: ({ connections }) => count(connections) },
    { head: 'MiB at rest', numeric: true, of: ({ restBytes }) => mebibytes(restBytes) },
    { head: 'MiB with them', numeric: true, of: ({ heldBytes }) => mebibytes(heldBytes) },
    { head: 'MiB per 1,000', numeric: true, of: perThousand },
    { head: 'alone p50/p99 ms', numeric: true, of: ({ alone }) => latencies(alone) },
    { head: 'beside p50/p99 ms', numeric: true, of: ({ beside }) => latencies(beside) },
    { head: 'failed', numeric: true, of: ({ failed }) => count(failed) },
  ]);
  const texts = [columns.map(({ head }) => head), ...rows.map((row) => row.map(({ text }) => text))];
  const lines = alignColumns(texts, { right: (column) => columns[column].numeric === true, rule: true });
  return [...lines, '', ...connectionsNotes(record)].join('\n');
}

/** @param {Held} held */
function perThousand(held) {
  const bytes = bytesPerThousand(held);
  return number(bytes === null ? null : bytes / 2 ** 20);
}

/** @param {import('../record/connections.js').Latency} latency */
function latencies({ p50Ms, p99Ms }) {
  return `${number(p50Ms)} / ${number(p99Ms)}`;
}
