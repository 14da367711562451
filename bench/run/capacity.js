/** `make capacity`: the highest rate of requests at which each target still answers within the SLO (open model). */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../bundle/write.js';
import { HlogTail } from '../collect/hlog-tail.js';
import { capacityOptions } from '../plan/capacity.js';
import { needsOf } from '../plan/pairs.js';
import { newRun } from '../plan/run.js';
import { capacityTable, writeCapacityReport } from '../report/capacity/index.js';
import { searchCapacity } from './capacity-search.js';
import { describe } from './describe.js';
import { untilAborted } from './ending.js';
import { waitForDrain, waitForIdle } from './idle.js';
import { Jvms } from './jvms.js';
import { readK6Log, startK6 } from './k6.js';
import { roughly } from './progress.js';
import { runTrial } from './trial.js';
import { verifyFirst } from './verify-first.js';
import { burstVariables, followWarmUp } from './warm-up.js';
import { startServices, withEngine } from './with-engine.js';

/** @typedef {import('../command.js').Command} Command */
/** @typedef {import('../engines/engine.js').Engine} Engine */
/** @typedef {import('../report/capacity/index.js').CapacityRecord} CapacityRecord */
/** @typedef {import('../report/capacity/index.js').Capacity} Capacity */

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
  const { targets, scenarios, targetCpus, settings, databaseRttMs } = options;
  const surroundings = { needs: needsOf(command.catalogue, scenarios), settings: settings?.name ?? null, databaseRttMs };
  const work = async (/** @type {import('./with-engine.js').Work} */ { engine, tools, gone }) => {
    const record = newRecord(command, options, describe(command, engine, tools, options));
    const dir = path.join(command.resultsDir, record.id);
    mkdirSync(dir, { recursive: true });
    await untilAborted(measureAll({ command, engine, record, dir, k6Bin: tools.k6.bin }), AbortSignal.any([command.signal, gone]));
    command.log(capacityTable(record));
    command.log(`report: ${writeCapacityReport(dir)}`);
    return record.results.some(({ failure }) => failure !== null) ? 1 : 0;
  };
  return withEngine(command, targets, targetCpus, work, surroundings);
}

/**
 * @param {Command} command
 * @param {import('../plan/capacity.js').CapacityOptions} options
 * @param {ReturnType<typeof describe>} circumstances
 * @returns {CapacityRecord}
 */
function newRecord({ catalogue }, options, circumstances) {
  const startedAt = new Date().toISOString();
  const id = `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-capacity`;
  return { schema: 1, id, startedAt, endedAt: null, ...options, ...circumstances, catalogue, notes: [], results: [] };
}

/**
 * @typedef {{ command: Command, engine: Engine, record: CapacityRecord, dir: string, k6Bin: string }} Work
 * @param {Work} work
 */
async function measureAll(work) {
  const { command, engine, record, dir } = work;
  const cells = plannedCells(record);
  command.log(`capacity ${record.id}: ${cells.length} searches, p99 ≤ ${record.sloP99Ms} ms, about ${roughly(cells.length * 180)}`);
  await startServices(engine);
  record.notes = engine.notes();
  const jvms = new Jvms(engine);
  await Promise.all(record.targets.map((target) => jvms.running(target)));
  await verifyFirst(command, engine, record);
  for (const { scenario, target } of cells) {
    const found = await measureOne(work, jvms, scenario, target);
    record.results.push(found);
    writeWhole(path.join(dir, 'capacity.json'), `${JSON.stringify(record, null, 2)}\n`);
    command.log(`[${record.results.length}/${cells.length}] ${scenario}/${target}: ${outcome(found)}`);
    if (!engine.isRunning(target)) continue;
    const drained = await waitForDrain(engine.endpoints, target, BACKLOG_LIMIT_MS);
    if (!drained) await jvms.discard(target, `${scenario} had left it with a backlog`);
  }
  record.endedAt = new Date().toISOString();
  writeWhole(path.join(dir, 'capacity.json'), `${JSON.stringify(record, null, 2)}\n`);
}

/** @param {CapacityRecord} record */
function plannedCells({ targets, scenarios, seed, catalogue }) {
  const plan = { targets, scenarios, seed, rounds: 1, freshJvms: false };
  return newRun(/** @type {import('../plan/knobs.js').CompareOptions} */ (/** @type {unknown} */ (plan)), catalogue, 'capacity').cells;
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
    const warmup = await warmUp(work, scenario, target, folder);
    const cores = record.machine.cores;
    const { sloP99Ms, trialSeconds: seconds, id: runId } = record;
    const subject = { scenario, target, seconds, sloP99Ms, runId, root: command.root, k6Bin, cores, engine };
    let number = 0;
    const attempt = async (/** @type {number} */ rate) => {
      await engine.resetDatabase();
      await waitForIdle(engine.endpoints, target, IDLE_LIMIT_MS);
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
 * @param {Work} work
 * @param {string} scenario
 * @param {string} target
 * @param {string} folder
 */
async function warmUp({ command, engine, record, k6Bin: bin }, scenario, target, folder) {
  const { warmupMaxSeconds: maxSeconds, id, catalogue } = record;
  const quotaLifted = engine.canLiftLimit();
  if (quotaLifted) await engine.liftLimit(target);
  try {
    const hlog = path.join(folder, 'warmup.hlog');
    const logFile = path.join(folder, 'k6-warmup.log');
    const vus = catalogue.scenarios[scenario].warmupVus;
    const host = new URL(engine.endpoints.target(target)).host;
    const variables = { TARGET: target, TARGET_HOST: host, RUN: id, ...burstVariables(vus, Math.max(1, maxSeconds)) };
    const environment = { K6_ROLLUP_HLOG: hlog };
    const k6 = startK6({ bin, root: command.root, scenario, variables, outputs: ['rollup=none'], environment, logFile });
    engine.track(k6.child);
    const { exit, ...found } = await followWarmUp({ k6, tail: new HlogTail(hlog), scenario, maxSeconds, onLook: () => {} });
    if (exit !== null) throw new Error(`k6 ended with ${exit} in the warm-up: ${readK6Log(logFile).error ?? `see ${logFile}`}`);
    return { vus, quotaLifted, ...found };
  } finally {
    if (quotaLifted) await engine.applyLimit(target);
  }
}

/** @param {Capacity} found */
function outcome({ capacity: rate, failure, trials }) {
  if (failure !== null) return `failed: ${failure}`;
  const tried = `${trials.length} trials`;
  return rate === null ? `no rate holds (${trials.at(-1)?.why.join(', ')}; ${tried})` : `${rate} requests/s (${tried})`;
}
