/** capacity.json: the record of a search for capacities. */
import * as v from 'valibot';
import { calibrationSchema } from './results/calibration.ts';
import { catalogueSchema, strangerIn } from './catalogue.ts';
import { checkSchema, warmUpSchema } from './part.ts';
import { circumstances, givenToTargets, heading } from './json/circumstances.ts';
import { requestedLimits } from './json/limits.ts';
import { finite, flag, list, map, name, number, record, text, whole } from './json/fields.ts';
import { faultyField, readRecord, refuseOddFiles } from './json/file.ts';
import { capacityNoteSchema } from './json/notes.ts';

export const CAPACITY_FILE = 'capacity.json';
const HOUR_SECONDS = 3600;

const trial = record({
  /** requests that begin per second */
  rate: number(),
  /** does the target hold that rate? */
  holds: flag(),
  /** why it does not hold; empty where it does */
  why: list(text()),
  /** successes per second after the ramp; null where k6 failed, as the following */
  rps: v.nullable(number()),
  /** of all requests after the ramp, failed ones too; null where none was answered */
  p50Ms: v.nullable(number()),
  p95Ms: v.nullable(number()),
  p99Ms: v.nullable(number()),
  /** after the ramp */
  requests: whole(),
  /** among them */
  failures: whole(),
  /** requests of the whole trial that k6 gave up waiting for after its end; they are in no latency */
  unanswered: whole(),
  /** requests that found no user free, in the whole trial */
  dropped: whole(),
  /** by how much k6 was late with beginning requests when the time was up */
  behindMs: number(),
  /** was k6 within its share of the CPU? */
  generator: checkSchema,
  /** cores used after the ramp, by process */
  processCores: map(text(64), finite()),
});

const result = record({
  scenario: name(),
  target: name(),
  /** the highest rate that held, requests per second; null if none did */
  capacity: v.nullable(number()),
  /** did it hold at the highest rate that is tried? */
  reachedHighest: flag(),
  /** why nothing could be found out; null if it could */
  failure: v.nullable(text()),
  /** null before the warm-up's end */
  warmup: v.nullable(warmUpSchema),
  /** in the order they were made */
  trials: list(trial),
});

/** What was asked for. */
const plan = {
  targets: list(name(), 1, 1000),
  scenarios: list(name(), 1, 1000),
  seed: whole(0, 2 ** 32 - 1),
  /** a rate holds while the 99th percentile is within it */
  sloP99Ms: whole(1),
  trialSeconds: whole(1, HOUR_SECONDS),
  warmupMaxSeconds: whole(0, HOUR_SECONDS),
  /** users of the largest bursts of a warm-up */
  warmupMostVus: whole(1),
  /** as many bursts of a warm-up in a row must be steady */
  steadyBursts: whole(1, 1000),
  /** is every other burst of a warm-up under the CPU limit? */
  limitInTurn: flag(),
  ...requestedLimits,
  ...givenToTargets,
};

const schema = record({
  ...heading,
  ...plan,
  ...circumstances,
  catalogue: catalogueSchema,
  /** the newest on this machine when it began; null: none */
  calibration: v.nullable(calibrationSchema),
  notes: list(capacityNoteSchema),
  results: list(result),
});

export type CapacityRecord = v.InferOutput<typeof schema>;

export type CapacityPlan = Pick<CapacityRecord, keyof typeof plan>;

/** one target in one scenario */
export type Capacity = v.InferOutput<typeof result>;

export type Trial = v.InferOutput<typeof trial>;

/** @param dir folder with capacity.json @throws {UsageError} one line that names the file, the field and what is accepted */
export function readCapacity(dir: string): CapacityRecord {
  const capacity = readRecord(dir, CAPACITY_FILE, schema, contradiction);
  refuseOddFiles(dir);
  return capacity;
}

function contradiction({ targets, scenarios, catalogue, results }: CapacityRecord): string | null {
  const unknown = strangerIn(targets, catalogue, 'targets') ?? strangerIn(scenarios, catalogue, 'scenarios');
  if (unknown !== null) return unknown;
  const stranger = results.findIndex((each) => !targets.includes(each.target) || !scenarios.includes(each.scenario));
  return stranger < 0 ? null : faultyField(`results[${stranger}]`, results[stranger].target, 'one of its targets and scenarios');
}
