/** sequence.json: the record of one sequence of blocks, in which each target of a scenario gets slices of the same load in turn. */
import path from 'node:path';
import * as v from 'valibot';
import { atRestFields, checkSchema, warmUpSchema } from './cell.js';
import { faultyBounds } from './json/bounds.js';
import { instanceSchema } from './json/generators.js';
import { epochMs, list, map, name, number, oneOf, record, text, whole } from './json/fields.js';
import { SCHEMA, faultyField, otherThanPlanned, readJson, writeJson } from './json/file.js';
import { MAX_GENERATORS } from './json/limits.js';

const FILE = 'sequence.json';

const sliceSchema = record({
  /** place in the sequence, from 1 */
  slice: whole(1),
  /** place of its block in the sequence, from 1 */
  block: whole(1),
  target: name(),
  /** epoch milliseconds, as the following */
  startMs: epochMs(),
  endMs: epochMs(),
  /** the plateau is the slice's whole seconds without its first */
  plateauStartMs: epochMs(),
  plateauEndMs: epochMs(),
  /** three ways to count its requests; `influx` null where it could not be asked */
  counts: record({ k6: whole(), hlog: whole(), influx: v.nullable(whole()) }),
  /** of the target's metrics, from the slice's start to its end */
  scrapes: record({ expected: whole(), ok: whole(), slowestMs: v.nullable(number()) }),
  /** of all processes that are not part of the run, those that used the most CPU, in cores; only where they used too much together */
  others: list(record({ name: text(64), cores: number() })),
});

/** What a JVM did besides answering, from the start of the sequence to its end; null where the system does not tell. */
const jvmSchema = record({
  startedMs: whole(),
  /** why it is a new JVM; null where it is not new */
  restartedBefore: v.nullable(text()),
  ...atRestFields,
  majorFaults: v.nullable(whole()),
  /** of the JIT compilers' threads: time on a CPU, and time they were ready to run but had none */
  compilerCpuMs: v.nullable(number()),
  compilerWaitMs: v.nullable(number()),
  /** of a sweep over start-up caches: methods compiled at the end, by the compilers' tier; absent elsewhere, and where the JVM did not say */
  tiers: v.optional(map(oneOf(['1', '2', '3', '4']), whole())),
});

/** What a sequence that failed did not reach is null or empty. */
const schema = record({
  schema: v.literal(SCHEMA),
  scenario: name(),
  round: whole(1, 10_000),
  part: whole(1, 10_000),
  /** place among the cells and sequences of the run, from 1 */
  order: whole(1),
  state: oneOf(['ok', 'failed']),
  /** why it failed, in a sentence; else null */
  reason: v.nullable(text()),
  /** users of every slice */
  vus: whole(1),
  /** after each slice; absent in older records, where it was 1 s */
  gapSeconds: v.optional(whole(1, 60)),
  /** epoch milliseconds of the first slice's start, of k6's end */
  startMs: v.nullable(epochMs()),
  endMs: v.nullable(epochMs()),
  slices: list(sliceSchema),
  /** by target; empty where the JVMs had been warmed up before, or the run has no warm-ups */
  warmups: map(name(), warmUpSchema),
  /** by target */
  jvms: map(name(), jvmSchema),
  /** ns of one access to memory, and of one turn of a loop that needs none, before the first slice */
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
  /** those that shared the load; absent in older bundles */
  generators: v.optional(list(instanceSchema, 1, MAX_GENERATORS)),
  checks: list(checkSchema),
  /** asked for (null: none) and measured before the first slice; null of a scenario without a database */
  databaseRtt: v.nullable(record({ setMs: v.nullable(whole(1)), measuredMs: number() })),
});

/**
 * @typedef {import('valibot').InferOutput<typeof schema>} Sequence
 * @typedef {Sequence & { startMs: number, endMs: number }} MeasuredSequence
 * @typedef {import('valibot').InferOutput<typeof sliceSchema>} Slice
 * @typedef {{ scenario: string, round: number, part: number }} SequenceKey
 */

/**
 * @param {string} dir the run's folder
 * @param {SequenceKey} sequence
 * @returns {string} the sequence's folder
 */
export function sequenceDir(dir, { scenario, round, part }) {
  return path.join(dir, 'blocks', scenario, `${round}-${part}`);
}

/** @param {readonly (readonly string[])[]} blocks @returns {string[]} their targets, each once */
export function targetsIn(blocks) {
  return [...new Set(blocks.flat())];
}

/** @param {string} target @returns {string} name of the file with its samples */
export function serverFile(target) {
  return `server-${target}.csv`;
}

/**
 * @param {string} dir the sequence's folder
 * @param {import('./run.js').PlannedSequence} planned as its run has it
 * @param {{ sliceSeconds: number }} run
 * @returns {Sequence}
 * @throws {import('../util/errors.js').UsageError} one line that names the file, the field and what is accepted
 */
export function readSequence(dir, planned, run) {
  return readJson(path.join(dir, FILE), schema, (sequence) => contradiction(sequence, planned, run));
}

/** @param {string} dir the sequence's folder @param {Sequence} sequence @throws {NodeJS.ErrnoException} such as ENOSPC */
export function writeSequence(dir, sequence) {
  writeJson(path.join(dir, FILE), sequence);
}

/** @param {Sequence} sequence @returns {sequence is MeasuredSequence} */
export function isSequenceMeasured(sequence) {
  return sequence.startMs !== null && sequence.endMs !== null && sequence.slices.length > 0;
}

/**
 * @param {Sequence} sequence
 * @param {import('./run.js').PlannedSequence} planned
 * @param {{ sliceSeconds: number }} run
 * @returns {string | null} the first field that does not fit the others
 */
function contradiction(sequence, planned, { sliceSeconds }) {
  const other = otherThanPlanned(sequence, planned, ['scenario', 'round', 'part', 'state']);
  if (other !== null) return other;
  const measured = sequence.slices.map(({ slice, block, target }) => `${slice}:${block}:${target}`).join();
  const wanted = planned.blocks.flatMap((targets, index) => targets.map((target) => ({ block: index + 1, target })));
  const asked = wanted.map(({ block, target }, index) => `${index + 1}:${block}:${target}`).join();
  if (sequence.slices.length > 0 && measured !== asked) return faultyField('slices', measured, `the blocks of run.json, ${asked}`);
  const bounds = faultyBounds(
    'slices',
    sequence.slices,
    sequence.slices.map(() => sliceSeconds * 1000),
  );
  if (bounds !== null) return bounds;
  if (sequence.state === 'failed') return null;
  const missing = /** @type {const} */ (['startMs', 'endMs', 'k6']).find((field) => sequence[field] === null);
  if (missing) return faultyField(missing, null, 'a value in a sequence that is ok');
  return sequence.slices.length === 0 ? faultyField('slices', [], 'all slices in a sequence that is ok') : null;
}
