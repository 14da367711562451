/** connections.json: the record of `make connections`. Nothing reads it again. */
import type { InferOutput, ObjectSchema } from 'valibot';
import type { Hold } from '../../k6/lib/hold.js';
import type { Catalogue } from './catalogue.ts';
import type { Circumstances, heading } from './json/circumstances.ts';
import type { RequestedLimits } from './json/limits.ts';

export const CONNECTIONS_FILE = 'connections.json';

/** ms; null where nothing was measured */
export type Latency = Record<'p50Ms' | 'p99Ms' | 'maxMs', number | null>;

/** one load on one target */
export interface Held extends Hold {
  load: string;
  target: string;
  /** memory (RSS) of the target while the active user was alone; null where it is not known, as the following */
  restBytes: number | null;
  /** with all connections open */
  heldBytes: number | null;
  /** of k6, then */
  generatorBytes: number | null;
  /** connections, with those that took the place of one that the target had closed */
  opened: number;
  /** requests, of the active user too */
  failed: number;
  /** latency of the active user */
  alone: Latency;
  beside: Latency;
  /** of streams; null for other loads. `late`: how late the last event of each stream came */
  events: { expected: number; received: number; late: Latency } | null;
}

export type ConnectionsPlan = RequestedLimits & { targets: string[]; loads: string[]; holds: Record<string, Hold> };

export type ConnectionsRecord = InferOutput<ObjectSchema<typeof heading, undefined>> &
  ConnectionsPlan &
  Circumstances & { catalogue: Catalogue; results: Held[] };
