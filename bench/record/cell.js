/** cell.json: the record of one measured cell. */
import path from 'node:path';
import * as v from 'valibot';
import { epochMs, finite, flag, list, map, matching, name, number, oneOf, record, text, whole } from './json/fields.js';
import { SCHEMA, faultyField, otherThanPlanned, readJson, writeJson } from './json/file.js';
import { faultyBounds } from './json/bounds.js';
import { instanceSchema } from './json/generators.js';
import { MAX_GENERATORS } from './json/limits.js';

const FILE = 'cell.json';

const stageBounds = record({
  vus: whole(1),
  /** epoch milliseconds, as the following */
  startMs: epochMs(),
  endMs: epochMs(),
  /** the plateau is the stage's whole seconds without its first */
  plateauStartMs: epochMs(),
  plateauEndMs: epochMs(),
});

export const warmUpSchema = record({
  /** whose requests they were */
  scenario: name(),
  /** users of the bursts, in turn */
  vus: list(whole(1), 1, 10),
  /** could the target's CPU limit be lifted? */
  quotaLifted: flag(),
  /** were bursts under it, too? */
  limitInTurn: flag(),
  /** with the pauses between bursts */
  seconds: number(),
  /** successes in each whole second under load */
  perSecond: list(whole()),
  /** share of the last burst's time that the JVM's compilers took; null where the target does not report it */
  compilingShare: v.nullable(finite()),
  /** did its compilers rest, or where it does not report them, had throughput stopped rising? */
  steady: flag(),
  /** what it took until its compilers rested: seconds of load, successes, CPU seconds of its process (null where it does not report them); null where they did
   *  not; absent in older records */
  untilWarm: v.optional(v.nullable(record({ seconds: number(), requests: whole(), cpuSeconds: v.nullable(number()) }))),
});

export const checkSchema = record({ name: text(64), ok: flag(), detail: text() });

/** Of a JVM before its first load; null where it was not recorded, absent in bundles of before it was. */
export const atRestFields = {
  /** that Spring Boot took until the application was ready (application_ready_time_seconds) */
  readySeconds: v.optional(v.nullable(number())),
  /** resident memory */
  restRssBytes: v.optional(v.nullable(whole())),
};

/** What a cell that failed did not reach is null or empty. */
const schema = record({
  schema: v.literal(SCHEMA),
  scenario: name(),
  target: name(),
  round: whole(1, 1),
  /** place among the cells of the run, from 1 */
  order: whole(1),
  state: oneOf(['ok', 'failed']),
  /** why it failed, in a sentence; else null */
  reason: v.nullable(text()),
  /** epoch milliseconds of the first stage's start, of k6's end */
  startMs: v.nullable(epochMs()),
  endMs: v.nullable(epochMs()),
  stages: list(stageBounds, 0, 1000),
  /** null: this cell's JVM had been warmed up before, or the run has no warm-ups */
  warmup: v.nullable(warmUpSchema),
  /** ns of one access to memory, and of one turn of a loop that needs none, before the first stage */
  yardstick: v.nullable(record({ memoryNs: number(), loopNs: number() })),
  /** `restartedBefore`: why it is a new JVM; null where it is not */
  jvm: v.nullable(record({ startedMs: whole(), restartedBefore: v.nullable(text()), ...atRestFields })),
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
  /** three ways to count requests; `influx` null where it could not be asked */
  counts: v.nullable(record({ k6: whole(), hlog: whole(), influx: v.nullable(whole()) })),
  /** of the target's metrics from the first stage's start to the last one's end */
  scrapes: v.nullable(record({ expected: whole(), ok: whole(), slowestMs: v.nullable(number()) })),
  /** health of the measurement */
  checks: list(checkSchema),
  /** asked for (null: none) and measured before the first stage; null of a scenario without a database */
  databaseRtt: v.nullable(record({ setMs: v.nullable(whole(1)), measuredMs: number() })),
  /** answers of the load by status; null of a scenario with one that counts */
  answers: v.nullable(map(matching(/^\d{3}$/, 'an HTTP status'), whole())),
  /** places after the last stage: k6's 200s, rows of `place`, event.places_left; null of a scenario that sells none */
  stock: v.nullable(record({ places: whole(), accepted: whole(), rows: whole(), left: finite() })),
});

/**
 * @typedef {import('valibot').InferOutput<typeof schema>} Cell
 * @typedef {Cell & { startMs: number, endMs: number }} MeasuredCell one whose stages were all measured
 * @typedef {import('valibot').InferOutput<typeof stageBounds>} StageBounds
 * @typedef {import('valibot').InferOutput<typeof checkSchema>} Check
 * @typedef {import('valibot').InferOutput<typeof warmUpSchema>} RecordedWarmUp
 */

/**
 * @param {string} dir the run's folder
 * @param {{ scenario: string, target: string, round: number }} cell
 * @returns {string} the cell's folder
 */
export function cellDir(dir, { scenario, target, round }) {
  return path.join(dir, 'cells', scenario, target, String(round));
}

/**
 * @param {string} dir the cell's folder
 * @param {{ scenario: string, target: string, state: string }} planned as its run has it
 * @param {{ stages: readonly { vus: number, durationMs: number }[] }} run
 * @returns {Cell}
 * @throws {import('../util/errors.js').UsageError} one line that names the file, the field and what is accepted
 */
export function readCell(dir, planned, run) {
  return readJson(path.join(dir, FILE), schema, (cell) => contradiction(cell, planned, run));
}

/** @param {string} dir the cell's folder @param {Cell} cell @throws {NodeJS.ErrnoException} such as ENOSPC */
export function writeCell(dir, cell) {
  writeJson(path.join(dir, FILE), cell);
}

/** @param {Cell} cell @returns {cell is MeasuredCell} */
export function isMeasured(cell) {
  return cell.startMs !== null && cell.endMs !== null && cell.stages.length > 0;
}

/**
 * @param {Cell} cell
 * @param {{ scenario: string, target: string, state: string }} planned
 * @param {{ stages: readonly { vus: number, durationMs: number }[] }} run
 * @returns {string | null} the first field that does not fit the others
 */
function contradiction(cell, planned, { stages }) {
  const other = otherThanPlanned(cell, planned, ['scenario', 'target', 'state']);
  if (other !== null) return other;
  const given = cell.stages.map(({ vus }) => vus).join();
  const asked = stages.map(({ vus }) => vus).join();
  if (cell.stages.length > 0 && given !== asked) return faultyField('stages', given, `stages of ${asked} users, as in run.json`);
  const bounds = faultyBounds(
    'stages',
    cell.stages,
    stages.map(({ durationMs }) => durationMs),
  );
  if (bounds !== null) return bounds;
  if (cell.state === 'failed') return null;
  const missing = /** @type {const} */ (['startMs', 'endMs', 'jvm', 'k6', 'counts', 'scrapes']).find((field) => cell[field] === null);
  if (missing) return faultyField(missing, null, 'a value in a cell that is ok');
  return cell.stages.length === 0 ? faultyField('stages', [], 'all stages in a cell that is ok') : null;
}
