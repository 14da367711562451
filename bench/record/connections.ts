/** connections.json: the record of `make connections`. */
import * as v from 'valibot';
import { catalogueSchema } from './catalogue.ts';
import { circumstances, heading } from './json/circumstances.ts';
import { requestedLimits } from './json/limits.ts';
import { finite, list, map, name, number, record, whole } from './json/fields.ts';

export const CONNECTIONS_FILE = 'connections.json';

/** ms; null where nothing was measured */
const latency = record({ p50Ms: v.nullable(finite()), p99Ms: v.nullable(finite()), maxMs: v.nullable(finite()) });

const hold = {
  connections: whole(1),
  /** in which they are opened */
  openSeconds: whole(1),
  /** in which all are open */
  holdSeconds: whole(1),
  /** pause between the requests of a connection; null: it has one, as long as the load */
  everySeconds: v.nullable(whole(1)),
};

const held = record({
  load: name(),
  target: name(),
  ...hold,
  /** memory (RSS) of the target while the active user was alone; null where it is not known, as the following */
  restBytes: v.nullable(number()),
  /** with all connections open */
  heldBytes: v.nullable(number()),
  /** of k6, then */
  generatorBytes: v.nullable(number()),
  /** connections, with those that took the place of one that the target had closed */
  opened: whole(),
  /** requests, of the active user too */
  failed: whole(),
  /** latency of the active user */
  alone: latency,
  beside: latency,
  /** of streams; null for other loads. `late`: how late the last event of each stream came */
  events: v.nullable(record({ expected: whole(), received: whole(), late: latency })),
});

const plan = {
  targets: list(name(), 1, 1000),
  loads: list(name(), 1, 1000),
  holds: map(name(), record(hold)),
  ...requestedLimits,
};

const schema = record({
  ...heading,
  ...plan,
  ...circumstances,
  catalogue: catalogueSchema,
  results: list(held),
});

export type ConnectionsRecord = v.InferOutput<typeof schema>;

export type ConnectionsPlan = Pick<ConnectionsRecord, keyof typeof plan>;

/** one load on one target */
export type Held = v.InferOutput<typeof held>;

export type Latency = v.InferOutput<typeof latency>;
