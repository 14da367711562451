/** What a reader of a run must know that no figure shows, as data; report/words/notes.js has the sentences. */
import * as v from 'valibot';
import { flag, instant, list, name, number, oneOf, record, text, whole } from './fields.js';

/** Why two targets are not compared, as analyse/comparison/comparability.js says. */
const notCompared = v.variant(
  'kind',
  [
    record({ kind: v.literal('no round in common') }),
    record({ kind: v.literal('silent'), rounds: whole(1), of: whole(1) }),
    record({
      kind: v.literal('too fast'),
      limit: oneOf(['generator', 'downstream service']),
      rounds: whole(1),
      of: whole(1),
      isBaseline: flag(),
    }),
  ],
  'a known reason',
);

const unpaired = list(record({ target: name(), scenario: name(), vus: whole(), why: notCompared }));

/** A note of run.json. */
export const noteSchema = v.variant(
  'kind',
  [
    /** another program took the place of the one that the catalogue names */
    record({ kind: v.literal('stand-in'), service: name(), version: text() }),
    /** k6's own web dashboard was on (LIVE=k6): it takes CPU from the load generator */
    record({ kind: v.literal('live-dashboard') }),
    /** InfluxDB ended; `during`: the next cell that was not measured, null if none was left */
    record({ kind: v.literal('live-data-lost'), during: v.nullable(record({ scenario: name(), target: name(), round: whole(1) })) }),
    /** sources, versions or the machine were others when the run was resumed at `at` */
    record({ kind: v.literal('changed-while-resumed'), at: instant(), changes: list(record({ name: text(), a: text(), b: text() })) }),
    /** a round was added because void cells had left these scenarios with fewer rounds than a verdict needs */
    record({ kind: v.literal('round-added'), round: whole(1), scenarios: list(name()), needed: whole(1) }),
    /** ROUNDS=until: every interval is narrower than ± `halfWidth` (a share); `unpaired` has none and gets none */
    record({ kind: v.literal('precise'), rounds: whole(1), halfWidth: number(0, 1), unpaired }),
    /** ROUNDS=until: no pair can be compared, however many rounds there are */
    record({ kind: v.literal('no-interval'), rounds: whole(1), unpaired }),
    /** ROUNDS=until: ROUNDS_MAX came first; `widest`: the widest interval, its half width null where it has none, null if nothing was compared */
    record({
      kind: v.literal('not-precise'),
      maxRounds: whole(1),
      halfWidth: number(0, 1),
      widest: v.nullable(
        record({ metric: oneOf(['throughput', 'cpu']), target: name(), scenario: name(), vus: whole(), halfWidth: v.nullable(number()) }),
      ),
      unpaired,
    }),
  ],
  'a note of a known kind',
);

/** A note of capacity.json. */
export const capacityNoteSchema = v.variant(
  'kind',
  [
    ...noteSchema.options,
    /** trials are so short that a rate above the capacity by `share` (null: by any) may seem to hold */
    record({ kind: v.literal('unseen-overload'), trialSeconds: whole(1), sloP99Ms: whole(1), share: v.nullable(number()) }),
  ],
  'a note of a known kind',
);

/**
 * @typedef {import('valibot').InferOutput<typeof noteSchema>} Note
 * @typedef {import('valibot').InferOutput<typeof capacityNoteSchema>} CapacityNote
 */
