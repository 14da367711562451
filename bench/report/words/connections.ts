/** What may be read from the table of `make connections`. */
import { count, number } from '../../util/text.ts';
import type { ConnectionsRecord, Held } from '../../record/connections.ts';

export function connectionsNotes({ results, loads }: ConnectionsRecord): string[] {
  return [
    'One measurement each: differences of some MiB between targets may be chance.',
    'Memory is RSS: heap that was touched, threads and buffers of the process. Socket buffers of the kernel are not in it.',
    ...loads.flatMap((load) => results.filter((held) => held.load === load).flatMap(notesOf)),
  ];
}

function notesOf(held: Held): string[] {
  const { load, target, connections, opened, failed, events, heldBytes } = held;
  const where = `${load} on ${target}`;
  const notes = [];
  if (heldBytes === null) notes.push(`${where}: its memory is not known here.`);
  if (failed > 0) notes.push(`${where}: ${count(failed)} requests failed, so that not all connections were held.`);
  if (opened > connections) notes.push(`${where}: ${count(opened - connections)} connections were closed and opened again.`);
  if (events) {
    const { expected, received, late } = events;
    notes.push(
      `${where}: ${count(received)} of ${count(expected)} events; the last of a stream came ${number(late.p50Ms)} ms late in the median, at most ${number(late.maxMs)} ms.`,
    );
  }
  return notes;
}
