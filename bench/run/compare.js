/** `make compare`: every target × scenario × round into a bundle, and the report made from it. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBundle } from '../analyse/index.js';
import { publishCell } from '../collect/cell-point.js';
import { BundleWriter, readRun } from '../bundle/write.js';
import { planCells } from '../plan/order.js';
import { compareOptions, resumedOptions, wantsK6Dashboard } from '../plan/knobs.js';
import { writeReport } from '../report/index.js';
import { verifyFirst } from './verify-first.js';
import { measureCell } from './cell.js';
import { describeCommit, describeMachine } from './environment.js';
import { untilAborted } from './ending.js';
import { Jvms } from './jvms.js';
import { LiveDashboard } from './live-dashboard.js';
import { Progress, cellName, estimateCellSeconds, roughly } from './progress.js';
import { startServices, withEngine } from './with-engine.js';

/** @typedef {import('../bundle/write.js').RunRecord} RunRecord */
/** @typedef {import('../command.js').Command} Command */

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every cell is ok, 1 if one failed
 * @throws {Error} if the run could not go on; what was measured is kept and can be resumed
 */
export async function compare(command) {
  const { catalogue, env, resultsDir } = command;
  const resumed = env.RESUME ? readRun(resultsDir, 'RESUME', env.RESUME) : null;
  wantsK6Dashboard(env);
  const options = resumed ? resumedOptions(env, resumed) : compareOptions(env, catalogue);
  return withEngine(command, options.targets, options.targetCpus, async ({ engine, tools, gone }) => {
    const run = resumed ?? newRun(command, options);
    const bundle = new BundleWriter(resultsDir, run);
    describe(run, command, engine, tools);
    bundle.save();
    try {
      await untilAborted(measureRun(command, bundle, engine, tools), AbortSignal.any([command.signal, gone]));
    } catch (error) {
      await keepWhatIsMeasured(command, bundle, engine);
      throw error;
    }
    writeReport(bundle.dir);
    command.log(`report: ${path.join(bundle.dir, 'report.html')}`);
    return sumUp(command, run);
  });
}

/**
 * @param {Command} command
 * @param {import('../plan/knobs.js').CompareOptions} options
 * @returns {RunRecord}
 */
function newRun({ catalogue }, options) {
  const startedAt = new Date().toISOString();
  const id = `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${options.profile}`;
  const cells = planCells(options);
  return { schema: 1, id, ...options, catalogue, startedAt, endedAt: null, resumedAt: [], cells, notes: [] };
}

/**
 * @param {RunRecord} run
 * @param {Command} command
 * @param {import('../engines/engine.js').Engine} engine
 * @param {import('../setup/index.js').Tools} tools
 */
function describe(run, { root }, engine, tools) {
  if (run.engine) run.resumedAt.push(new Date().toISOString());
  const { java, springBoot, k6, mariadb, influxdb, prometheus, node } = tools;
  Object.assign(run, { endedAt: null, engine: engine.name, limits: engine.limits(), machine: describeMachine(), ...describeCommit(root) });
  run.versions = {
    java: java.version,
    springBoot,
    k6: k6.version,
    mariadb: mariadb.version,
    influxdb: influxdb.version,
    prometheus: prometheus.version,
    node,
  };
}

/**
 * @param {Command} command
 * @param {BundleWriter} bundle
 * @param {import('../engines/engine.js').Engine} engine
 * @param {import('../setup/index.js').Tools} tools
 */
async function measureRun(command, bundle, engine, tools) {
  const { run } = bundle;
  const pending = run.cells.filter(({ state }) => state === 'pending');
  const cellSeconds = estimateCellSeconds(run);
  command.log(`run ${run.id}: ${pending.length} cells, seed ${run.seed}, about ${roughly(pending.length * cellSeconds)}`);
  await startServices(engine);
  command.log(engine.dashboard());
  engine.onServiceExit((name) => noteLiveDataLoss(run, name));
  const jvms = new Jvms(engine);
  await Promise.all(run.targets.map((target) => jvms.running(target)));
  run.verified = await verifyFirst(command, engine, run);
  const progress = new Progress({ cells: pending.length, cellSeconds, stream: process.stdout });
  const live = wantsK6Dashboard(command.env) ? await startLiveDashboard(command, run) : null;
  const around = {
    ...command,
    live,
    runId: run.id,
    ...loadOf(run),
    cores: describeMachine().cores,
    k6Bin: tools.k6.bin,
    engine,
    jvms,
    progress,
  };
  progress.start();
  try {
    for (const cell of pending) {
      const dir = bundle.openCell(cell);
      const { record, outcome } = await measureCell(cell, dir, around);
      if (command.signal.aborted) return;
      bundle.closeCell(cell, dir, record);
      await publishCell(engine.endpoints.influx, run, readBundle(bundle.dir).readCell(cell));
      progress.finish(cell, outcome);
    }
  } finally {
    progress.stop();
    live?.stop();
  }
  run.endedAt = new Date().toISOString();
  bundle.save();
}

/**
 * @param {Command} command
 * @param {RunRecord} run
 * @returns {Promise<LiveDashboard | null>} null if its port is taken: the run goes on without
 */
async function startLiveDashboard({ log, warn }, run) {
  const live = new LiveDashboard();
  try {
    log(`k6's web dashboard: ${await live.start()}`);
  } catch (error) {
    warn(`LIVE=k6: ${/** @type {Error} */ (error).message}; the run goes on without it`);
    return null;
  }
  const note = "k6's web dashboard was on (LIVE=k6): it takes CPU from the load generator";
  if (!run.notes.includes(note)) run.notes.push(note);
  return live;
}

/** @param {RunRecord} run */
function loadOf({ loadVariables, stages, warmupSeconds }) {
  return { loadVariables, stages, warmupSeconds };
}

/**
 * @param {RunRecord} run
 * @param {string} name of the service that ended
 */
function noteLiveDataLoss(run, name) {
  if (name !== 'influxdb') return;
  const during = run.cells.find(({ state }) => state === 'pending');
  run.notes.push(
    `InfluxDB ended during ${during ? cellName(during) : 'the run'}: the live data are missing from there on; no figure of this report needs them`,
  );
}

/**
 * @param {Command} command
 * @param {BundleWriter} bundle
 * @param {import('../engines/engine.js').Engine} engine
 */
async function keepWhatIsMeasured(command, bundle, engine) {
  await engine.stop();
  await sleep(200); // the cell that was under way notices the end of its processes and closes its files
  const { id, cells } = bundle.run;
  const left = cells.filter(({ state }) => state === 'pending').length;
  if (left === cells.length) return bundle.drop();
  bundle.dropPartialCells();
  command.warn(`${cells.length - left} of ${cells.length} cells are kept; go on with: make compare RESUME=${id}`);
}

/**
 * @param {Command} command
 * @param {RunRecord} run
 */
function sumUp({ log, warn }, run) {
  const failed = run.cells.filter(({ state }) => state === 'failed');
  for (const cell of failed) warn(`${cellName(cell)} failed: ${cell.reason}`);
  for (const note of run.notes) log(`note: ${note}`);
  log(`${run.cells.length - failed.length} of ${run.cells.length} cells ok`);
  return failed.length ? 1 : 0;
}
