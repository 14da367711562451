/** `make capacity`: the highest rate of requests at which each target still answers within the SLO (open model). */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeWhole } from '../bundle/write.js';
import { capacityOptions } from '../plan/capacity.js';
import { planCells } from '../plan/order.js';
import { runIdAt, traitsOf } from '../plan/run.js';
import { surroundingsOf } from '../plan/surroundings.js';
import { capacityTable, writeCapacityReport } from '../report/capacity/index.js';
import { newestCalibration } from './calibration.js';
import { searchCapacity } from './capacity-search.js';
import { describe } from './describe.js';
import { untilAborted } from './ending.js';
import { waitForDrain, waitForIdle } from './idle.js';
import { Jvms } from './jvms.js';
import { readK6Log } from './k6.js';
import { roughly } from './progress.js';
import { runTrial } from './trial.js';
import { verifyFirst } from './verify-first.js';
import { warmUp } from './warm-up.js';
import { startServices, withEngine } from './with-engine.js';

/** @typedef {import('../command.js').Command} Command */
/** @typedef {import('../engines/engine.js').Engine} Engine */
/** @typedef {import('../report/capacity/index.js').CapacityRecord} CapacityRecord */
/** @typedef {import('../report/capacity/index.js').Capacity} Capacity */

const RECORD = 'capacity.json';
const HIGHEST_RATE = 100_000;
/** The warm-up has more CPU than the trials: the ramp begins well below what it came to. */
const FIRST_SHARE = 0.2;
const SECONDS_TO_JUDGE_BY = 3;
const IDLE_LIMIT_MS = 10_000;
const BACKLOG_LIMIT_MS = 5_000;

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every target had a capacity or shows why it has none, 1 if one could not be measured
 */
export async function capacity(command) {
  const options = capacityOptions(command.env, command.catalogue);
  const search = async (/** @type {import('./with-engine.js').Work} */ { engine, tools, gone }) => {
    // One that was cut short by either has found nothing out.
    const ended = AbortSignal.any([command.signal, gone]);
    const record = newRecord(command, options, describe(command, engine, tools, options));
    const dir = path.join(command.resultsDir, record.id);
    mkdirSync(dir, { recursive: true });
    const work = { command: { ...command, signal: ended }, engine, record, dir, k6Bin: tools.k6.bin };
    try {
      await untilAborted(measureAll(work), ended);
    } catch (error) {
      await keepWhatIsMeasured(work);
      throw error;
    }
    command.log(capacityTable(record));
    command.log(`report: ${path.relative(command.root, writeCapacityReport(dir))}`);
    return record.results.some(({ failure }) => failure !== null) ? 1 : 0;
  };
  return withEngine(command, options.targets, options, search, surroundingsOf({ ...options, catalogue: command.catalogue }));
}

/**
 * @param {Command} command
 * @param {import('../plan/capacity.js').CapacityOptions} options
 * @param {ReturnType<typeof describe>} circumstances
 * @returns {CapacityRecord}
 */
function newRecord({ catalogue, resultsDir }, options, circumstances) {
  const startedAt = new Date().toISOString();
  return {
    schema: 1,
    id: runIdAt(startedAt, 'capacity'),
    startedAt,
    endedAt: null,
    ...options,
    ...circumstances,
    catalogue,
    calibration: newestCalibration(resultsDir),
    notes: [],
    results: [],
  };
}

/**
 * @typedef {{ command: Command, engine: Engine, record: CapacityRecord, dir: string, k6Bin: string }} Work
 * @param {Work} work
 */
async function measureAll(work) {
  const { command, engine, record } = work;
  const cells = plannedCells(record);
  command.log(`capacity ${record.id}: ${cells.length} searches, p99 ≤ ${record.sloP99Ms} ms, about ${roughly(cells.length * 180)}`);
  await startServices(engine);
  record.notes = engine.notes();
  const jvms = new Jvms(engine);
  await Promise.all(record.targets.map((target) => jvms.running(target)));
  await verifyFirst(command, engine, record);
  for (const { scenario, target } of cells) {
    command.signal.throwIfAborted();
    const found = await measureOne(work, jvms, scenario, target);
    command.signal.throwIfAborted();
    record.results.push(found);
    save(work);
    command.log(`[${record.results.length}/${cells.length}] ${scenario}/${target}: ${outcome(found)}`);
    await settle(work, jvms, found);
  }
  record.endedAt = new Date().toISOString();
  save(work);
}

/** @param {Work} work */
function save({ record, dir }) {
  writeWhole(path.join(dir, RECORD), `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Ends a target that the search left with a backlog.
 * @param {Work} work
 * @param {Jvms} jvms
 * @param {Capacity} found
 */
async function settle({ engine }, jvms, { scenario, target }) {
  if (!engine.isRunning(target)) return;
  const drained = await waitForDrain(engine.endpoints, target, BACKLOG_LIMIT_MS);
  if (!drained) await jvms.discard(target, `${scenario} had left it with a backlog`);
}

/** @param {Work} work */
async function keepWhatIsMeasured({ command, engine, record, dir }) {
  await engine.stop();
  await sleep(200); // the search that was under way notices the end of its processes and closes its files
  if (record.results.length === 0) return rmSync(dir, { recursive: true, force: true });
  command.warn(
    `${record.results.length} of ${plannedCells(record).length} searches are kept: ${path.relative(command.root, path.join(dir, RECORD))}`,
  );
}

/** @param {CapacityRecord} record */
function plannedCells({ targets, scenarios, seed, catalogue }) {
  return planCells({ targets, scenarios, seed, rounds: 1, freshJvms: false }, traitsOf(catalogue));
}

/**
 * @param {Work} work
 * @param {Jvms} jvms
 * @param {string} scenario
 * @param {string} target
 * @returns {Promise<Capacity>}
 */
async function measureOne(work, jvms, scenario, target) {
  const { command, engine, record, dir, k6Bin } = work;
  const folder = path.join(dir, 'trials', scenario, target);
  mkdirSync(folder, { recursive: true });
  try {
    await jvms.running(target);
    const cores = record.machine.cores;
    const { sloP99Ms, trialSeconds: seconds, id: runId } = record;
    const subject = { scenario, target, seconds, sloP99Ms, runId, root: command.root, k6Bin, cores, engine };
    const warmup = await warmedUp(subject, record, folder);
    let number = 0;
    const attempt = async (/** @type {number} */ rate) => {
      await engine.resetDatabase();
      await waitForIdle(engine.endpoints, target, IDLE_LIMIT_MS);
      command.signal.throwIfAborted();
      const trial = await runTrial(subject, rate, path.join(folder, `${++number}-${rate}`));
      if (engine.targetExit(target)) throw new Error(`${target} ended at ${rate} requests/s`);
      return trial;
    };
    const found = await searchCapacity({ first: firstRate(warmup.perSecond), highest: HIGHEST_RATE, attempt });
    return { scenario, target, warmup, failure: null, ...found };
  } catch (error) {
    const failure = /** @type {Error} */ (error).message;
    return { scenario, target, warmup: null, failure, capacity: null, reachedHighest: false, trials: [] };
  }
}

/** @param {number[]} perSecond of the warm-up */
function firstRate(perSecond) {
  const last = perSecond.slice(-SECONDS_TO_JUDGE_BY);
  return (FIRST_SHARE * last.reduce((sum, count) => sum + count, 0)) / Math.max(1, last.length);
}

/**
 * @param {import('./k6.js').Subject} subject
 * @param {CapacityRecord} record
 * @param {string} dir for its files
 */
async function warmedUp(subject, { warmupMaxSeconds: maxSeconds, steadyBursts, catalogue }, dir) {
  const { exit, ...found } = await warmUp(subject, { catalogue, maxSeconds, steadyBursts, dir });
  const logFile = path.join(dir, 'k6-warmup.log');
  if (exit !== null) throw new Error(`k6 ended with ${exit} in the warm-up: ${readK6Log(logFile).error ?? `see ${logFile}`}`);
  return found;
}

/** @param {Capacity} found */
function outcome({ capacity: rate, failure, trials }) {
  if (failure !== null) return `failed: ${failure}`;
  const tried = `${trials.length} trials`;
  return rate === null ? `no rate holds (${trials.at(-1)?.why.join(', ')}; ${tried})` : `${rate} requests/s (${tried})`;
}
