/** What a reader of a run must know that no figure shows, as data; report/words/notes.ts has the sentences. */
import * as v from 'valibot';
import { instant, list, name, number, oneOf, record, text, whole } from './fields.ts';

/** A note of run.json. */
export const noteSchema = v.variant(
  'kind',
  [
    /** another program took the place of the one that the catalogue names */
    record({ kind: v.literal('stand-in'), service: name(), version: text() }),
    /** of these targets nothing was started: they have no new processes in each round */
    record({ kind: v.literal('running-already'), targets: list(name(), 1) }),
    /** InfluxDB ended; `during`: the next part that was not measured, null if none was left */
    record({ kind: v.literal('live-data-lost'), during: v.nullable(record({ scenario: name(), target: name(), round: whole(1) })) }),
    /** sources, versions or the machine were others when the run was resumed at `at` */
    record({ kind: v.literal('changed-while-resumed'), at: instant(), changes: list(record({ name: text(), a: text(), b: text() })) }),
    /** other programs used so much of the machine before anything was started */
    record({ kind: v.literal('busy-machine'), share: number(0, 1), processes: list(record({ name: text(64), cores: number() })) }),
    /** the machine was not as fast as in earlier runs on it: the same work took `ratio` times as long */
    record({ kind: v.literal('other-speed'), measure: oneOf(['memory', 'loop']), ratio: number() }),
    /** what the rounds so far made of the next one: the variance of a log ratio within and between rounds, null where it is not known, and
     * blocks of each scenario that is in it */
    record({
      kind: v.literal('round-planned'),
      round: whole(2),
      scenarios: list(
        record({ scenario: name(), blocks: whole(1), blockVariance: v.nullable(number()), roundVariance: v.nullable(number()) }),
      ),
    }),
    /** blocks that were discarded were measured again */
    record({ kind: v.literal('blocks-repeated'), scenario: name(), round: whole(1), blocks: whole(1) }),
    /** why no further round was added; `widest`: the widest interval of throughput as ± share, null where there is none; `needs`, where
     * intervals are wider than the run aims at: what more rounds would take, null for more than a day */
    record({
      kind: v.literal('rounds-ended'),
      by: oneOf(['budget', 'half width', 'no interval']),
      rounds: whole(1),
      widest: v.nullable(record({ scenario: name(), target: name(), halfWidth: number() })),
      needs: v.optional(record({ halfWidth: number(), seconds: v.nullable(number()) })),
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

export type Note = v.InferOutput<typeof noteSchema>;

export type CapacityNote = v.InferOutput<typeof capacityNoteSchema>;
