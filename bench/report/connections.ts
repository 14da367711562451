/** The table of `make connections`. */
import { count, mebibytes, number } from '../util/text.ts';
import { figureColumn, tableLines, tableOf } from './tables/table.ts';
import { connectionsNotes } from './words/connections.ts';
import type { Held, ConnectionsRecord, Latency } from '../record/connections.ts';

/** @returns bytes that 1,000 connections take; null where memory is not known */
export function bytesPerThousand({ restBytes, heldBytes, connections }: Held): number | null {
  return restBytes === null || heldBytes === null ? null : ((heldBytes - restBytes) * 1000) / connections;
}

/** @returns a row for each load and target, then what may be read from it */
export function connectionsTable(record: ConnectionsRecord): string {
  const table = tableOf('', record.results, [
    { head: 'load', of: ({ load }) => load },
    { head: 'target', of: ({ target }) => target },
    figureColumn('connections', '', ({ connections }) => count(connections)),
    figureColumn('MiB at rest', '', ({ restBytes }) => mebibytes(restBytes)),
    figureColumn('MiB with them', '', ({ heldBytes }) => mebibytes(heldBytes)),
    figureColumn('MiB per 1,000', '', perThousand),
    figureColumn('alone p50/p99 ms', '', ({ alone }) => latencies(alone)),
    figureColumn('beside p50/p99 ms', '', ({ beside }) => latencies(beside)),
    figureColumn('failed', '', ({ failed }) => count(failed)),
  ]);
  const lines = tableLines(table, { right: (column) => table.columns[column].numeric === true, rule: true });
  return [...lines, '', ...connectionsNotes(record)].join('\n');
}

function perThousand(held: Held) {
  const bytes = bytesPerThousand(held);
  return number(bytes === null ? null : bytes / 2 ** 20);
}

function latencies({ p50Ms, p99Ms }: Latency) {
  return `${number(p50Ms)} / ${number(p99Ms)}`;
}
