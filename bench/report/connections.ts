/** The table of `make connections`, and what may be read from it. */
import { count, mebibytes, number } from '../util/text.ts';
import { figureColumn, tableLines, tableOf } from './tables/table.ts';
import type { Held, ConnectionsRecord, Latency } from '../record/connections.ts';

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
  return [...lines, '', ...notes(record)].join('\n');
}

function perThousand({ restBytes, heldBytes, connections }: Held) {
  return number(restBytes === null || heldBytes === null ? null : ((heldBytes - restBytes) * 1000) / connections / 2 ** 20);
}

function latencies({ p50Ms, p99Ms }: Latency) {
  return `${number(p50Ms)} / ${number(p99Ms)}`;
}

function notes({ results, loads }: ConnectionsRecord): string[] {
  return [
    'One measurement each: differences of some MiB between targets may be chance.',
    'Memory is RSS: heap that was touched, threads and buffers of the process. Socket buffers of the kernel are not in it.',
    ...loads.flatMap((load) => results.filter((held) => held.load === load).flatMap(notesOf)),
  ];
}

function notesOf(held: Held): string[] {
  const { load, target, connections, opened, failed, events, heldBytes } = held;
  const where = `${load} on ${target}`;
  const said = [
    heldBytes === null && 'its memory is not known here.',
    failed > 0 && `${count(failed)} requests failed, so that not all connections were held.`,
    opened > connections && `${count(opened - connections)} connections were closed and opened again.`,
    events &&
      `${count(events.received)} of ${count(events.expected)} events; the last of a stream came ${number(events.late.p50Ms)} ms late in the median, at most ${number(events.late.maxMs)} ms.`,
  ];
  return said.filter(Boolean).map((text) => `${where}: ${text}`);
}
