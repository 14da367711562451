/** The table of `make connections`. */
import { alignColumns } from '../util/table.js';
import { count, mebibytes, number } from '../util/text.js';
import { connectionsNotes } from './words/connections/index.js';

/** @typedef {import('../record/connections.js').ConnectionsRecord} ConnectionsRecord */
/** @typedef {import('../record/connections.js').Held} Held */

const HEADER = [
  'load',
  'target',
  'connections',
  'MiB at rest',
  'MiB with them',
  'MiB per 1,000',
  'alone p50/p99 ms',
  'beside p50/p99 ms',
  'failed',
];

/** @param {Held} held @returns {number | null} bytes that 1,000 connections take; null where memory is not known */
export function bytesPerThousand({ restBytes, heldBytes, connections }) {
  return restBytes === null || heldBytes === null ? null : ((heldBytes - restBytes) * 1000) / connections;
}

/**
 * @param {ConnectionsRecord} record
 * @returns {string} a row for each load and target, then what may be read from it
 */
export function connectionsTable(record) {
  const rows = record.results.map((held) => [
    held.load,
    held.target,
    count(held.connections),
    mebibytes(held.restBytes),
    mebibytes(held.heldBytes),
    perThousand(held),
    latencies(held.alone),
    latencies(held.beside),
    count(held.failed),
  ]);
  const table = alignColumns([HEADER, ...rows], { right: (column) => column > 1, rule: true });
  return [...table, '', ...connectionsNotes(record)].join('\n');
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
