/** part.json: the record of one part of a run: blocks, in which each target of a scenario gets a slice of the same load in turn. */
import path from 'node:path';
import * as v from 'valibot';
import { slicesOf, type Block } from '../../k6/lib/blocks.js';
import { instanceSchema } from './json/generators.ts';
import { epochMs, finite, flag, list, map, name, number, oneOf, record, text, whole } from './json/fields.ts';
import { SCHEMA, faultyField, otherThanPlanned, readJson, writeJson } from './json/file.ts';
import { MAX_GENERATORS } from './json/limits.ts';
import { MAX_PARTS, type PlannedPart } from './run.ts';

const FILE = 'part.json';
/** Bounds are whole milliseconds of a clock; plateaus are moved to the nearest second. */
const CLOCK_MS = 1;
const SECOND_MS = 1000;

export const warmUpSchema = record({
  /** whose requests they were */
  scenario: name(),
  /** users of the slices or bursts of load */
  vus: whole(1),
  /** could the target's CPU limit be lifted? */
  quotaLifted: flag(),
  /** was some of the load under it, too? */
  limitInTurn: flag(),
  /** of load, with the pauses between bursts */
  seconds: number(),
  /** successes in each whole second under load */
  perSecond: list(whole()),
  /** share of the last time under load that the JVM's compilers took; null where the target does not report it */
  compilingShare: v.nullable(finite()),
  /** did its compilers rest, or where it does not report them, had throughput stopped rising? */
  steady: flag(),
  /** what it took until its compilers rested: seconds of load, successes, CPU seconds of its process (null where it does not report them); null where they did
   *  not, or it was not recorded */
  untilWarm: v.nullable(record({ seconds: number(), requests: whole(), cpuSeconds: v.nullable(number()) })),
});

export const checkSchema = record({ name: text(64), ok: flag(), detail: text() });

const sliceSchema = record({
  /** place in the part, from 1 */
  slice: whole(1),
  /** place of its block in the part, from 1 */
  block: whole(1),
  target: name(),
  vus: whole(1),
  /** epoch milliseconds, as the following */
  startMs: epochMs(),
  endMs: epochMs(),
  /** the plateau is the slice's whole seconds without its first */
  plateauStartMs: epochMs(),
  plateauEndMs: epochMs(),
  /** three ways to count its requests; `influx` null where it could not be asked */
  counts: record({ k6: whole(), hlog: whole(), influx: v.nullable(whole()) }),
  /** what failed beside its requests: checks of a user's script, iterations of a rate that were not begun, or not ended; absent: nothing */
  besides: v.optional(whole(1)),
  /** of the target's metrics, from the slice's start to its end */
  scrapes: record({ expected: whole(), ok: whole(), slowestMs: v.nullable(number()) }),
  /** of all processes that are not part of the run, those that used the most CPU, in cores; only where they used too much together */
  others: list(record({ name: text(64), cores: number() })),
});

/** What a JVM did besides answering, from the start of the part to its end; null where the system does not tell. */
const jvmSchema = record({
  startedMs: whole(),
  /** why it is a new JVM; null where it is not new */
  restartedBefore: v.nullable(text()),
  /** before its first load: what Spring Boot took until the application was ready (application_ready_time_seconds), resident memory */
  readySeconds: v.nullable(number()),
  restRssBytes: v.nullable(whole()),
  majorFaults: v.nullable(whole()),
  /** of the JIT compilers' threads: time on a CPU, and time they were ready to run but had none */
  compilerCpuMs: v.nullable(number()),
  compilerWaitMs: v.nullable(number()),
  /** of a sweep over start-up caches: methods compiled at the end, by the compilers' tier; absent elsewhere, and where the JVM did not say */
  tiers: v.optional(map(oneOf(['1', '2', '3', '4']), whole())),
});

/** What a part that failed did not reach is null or empty. */
const schema = record({
  schema: v.literal(SCHEMA),
  scenario: name(),
  round: whole(1, 10_000),
  number: whole(1, MAX_PARTS),
  attempt: whole(1, MAX_PARTS),
  order: whole(1),
  state: oneOf(['ok', 'failed']),
  /** why it failed, in a sentence; else null */
  reason: v.nullable(text()),
  /** after each slice, for its last answers */
  gapSeconds: whole(1, 120),
  /** epoch milliseconds of the first slice's start, of k6's end */
  startMs: v.nullable(epochMs()),
  endMs: v.nullable(epochMs()),
  slices: list(sliceSchema),
  /** by target; empty where the JVMs had been warmed up before, or the run has no warm-ups */
  warmups: map(name(), warmUpSchema),
  /** by target */
  jvms: map(name(), jvmSchema),
  /** before the first slice */
  yardstick: v.nullable(record({ memoryNs: number(), loopNs: number() })),
  /** all requests; of these in setup(); iterations that never ended (null where k6 did not say) */
  k6: v.nullable(
    record({
      exitCode: v.nullable(whole()),
      httpReqs: v.nullable(whole()),
      setupReqs: v.nullable(whole()),
      interrupted: v.nullable(whole()),
    }),
  ),
  /** those that shared the load */
  generators: list(instanceSchema, 0, MAX_GENERATORS),
  checks: list(checkSchema),
  /** asked for (null: none) and measured before the first slice; null of a scenario without a database */
  databaseRtt: v.nullable(record({ setMs: v.nullable(whole(1)), measuredMs: number() })),
});

export type Part = v.InferOutput<typeof schema>;

export type MeasuredPart = Part & { startMs: number; endMs: number };

export type Slice = v.InferOutput<typeof sliceSchema>;

/** ns of one access to memory, and of one turn of a loop that needs none */
export type Yardstick = NonNullable<Part['yardstick']>;

export type Check = v.InferOutput<typeof checkSchema>;

export type RecordedWarmUp = v.InferOutput<typeof warmUpSchema>;

/** @param dir the run's folder @returns the part's folder */
export function partDir(dir: string, { scenario, round, number: place }: Pick<PlannedPart, 'scenario' | 'round' | 'number'>): string {
  return path.join(dir, 'parts', scenario, `${round}-${place}`);
}

/** @returns their targets, each once */
export function targetsIn(blocks: readonly Block[]): string[] {
  return [...new Set(blocks.flatMap(({ targets }) => targets))];
}

export function serverFile(target: string): string {
  return `server-${target}.csv`;
}

/** @param dir the part's folder @throws {UsageError} one line that names the file, the field and what is accepted */
export function readPart(dir: string, planned: PlannedPart, run: { sliceSeconds: number }): Part {
  return readJson(path.join(dir, FILE), schema, (part) => contradiction(part, planned, run));
}

/** @param dir the part's folder @throws {NodeJS.ErrnoException} such as ENOSPC */
export function writePart(dir: string, part: Part) {
  writeJson(path.join(dir, FILE), part);
}

export function isMeasured(part: Part): part is MeasuredPart {
  return part.startMs !== null && part.endMs !== null && part.slices.length > 0;
}

function contradiction(part: Part, planned: PlannedPart, { sliceSeconds }: { sliceSeconds: number }): string | null {
  const other = otherThanPlanned(part, planned, ['scenario', 'round', 'number', 'state']);
  if (other !== null) return other;
  const measured = part.slices.map(textOf).join();
  const asked = slicesOf(planned.blocks, sliceSeconds).map(textOf).join();
  if (part.slices.length > 0 && measured !== asked) return faultyField('slices', measured, `the blocks of run.json, ${asked}`);
  const bounds = faultyBounds(part.slices, sliceSeconds * 1000);
  if (bounds !== null) return bounds;
  if (part.state === 'failed') return null;
  const missing = (['startMs', 'endMs', 'k6'] as const).find((field) => part[field] === null);
  if (missing) return faultyField(missing, null, 'a value in a part that is ok');
  return part.slices.length === 0 ? faultyField('slices', [], 'all slices in a part that is ok') : null;
}

function textOf({ slice, block, target, vus }: Pick<Slice, 'slice' | 'block' | 'target' | 'vus'>) {
  return `${slice}:${block}:${vus}:${target}`;
}

/** The figures are made second by second: bounds that lie apart by years would not fit in memory.
 * @param slices in order of time
 * @returns the first that does not follow the one before, or does not take as long as was planned */
function faultyBounds(slices: Slice[], durationMs: number): string | null {
  let beforeMs = 0;
  for (const [index, slice] of slices.entries()) {
    const { startMs, endMs } = slice;
    const fault = (bound: keyof Slice, accepted: string) => faultyField(`slices[${index}].${bound}`, slice[bound], accepted);
    if (startMs < beforeMs - CLOCK_MS) return fault('startMs', `a time from ${beforeMs}, the end of the one before`);
    const plannedMs = startMs + durationMs;
    if (Math.abs(endMs - plannedMs) > CLOCK_MS) return fault('endMs', `${plannedMs}, as planned in run.json`);
    const outside = (['plateauStartMs', 'plateauEndMs'] as const).find(
      (bound) => slice[bound] < startMs - SECOND_MS || slice[bound] > endMs + SECOND_MS,
    );
    if (outside) return fault(outside, `a time from ${startMs} to ${endMs}`);
    beforeMs = endMs;
  }
  return null;
}
