/** The table of `make connections`. */
import { alignColumns } from '../util/table.ts';
import { count, mebibytes, number } from '../util/text.ts';
import { tableOf } from './tables/table.ts';
import { connectionsNotes } from './words/connections.ts';
import type { Held, ConnectionsRecord, Latency } from '../record/connections.ts';

/** @returns bytes that 1,000 connections take; null where memory is not known */
export function bytesPerThousand({ restBytes, heldBytes, connections }: Held): number | null {
  return restBytes === null || heldBytes === null ? null : ((heldBytes - restBytes) * 1000) / connections;
}

/** @returns a row for each load and target, then what may be read from it */
export function connectionsTable(record: ConnectionsRecord): string {
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

function perThousand(held: Held) {
  const bytes = bytesPerThousand(held);
  return number(bytes === null ? null : bytes / 2 ** 20);
}

function latencies({ p50Ms, p99Ms }: Latency) {
  return `${number(p50Ms)} / ${number(p99Ms)}`;
}
