/** Measures the cells of a run into its bundle: what comparisons and calibrations have in common. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { figures, readBundle } from '../analyse/index.js';
import { BundleWriter, writeWhole } from '../record/bundle-writer.js';
import { publishCell } from '../collect/cell-point.js';
import { wantsK6Dashboard } from '../plan/knobs.js';
import { comparedTogether } from '../plan/order.js';
import { unfitPairs } from '../plan/pairs.js';
import { surroundingsOf } from '../plan/surroundings.js';
import { plural } from '../util/text.js';
import { CellMeasurement } from '../measure/cell.js';
import { describe } from './describe.js';
import { describeMachine } from './environment.js';
import { untilAborted } from '../util/interruption.js';
import { Jvms } from '../measure/jvms.js';
import { LiveDashboard } from '../measure/live-dashboard.js';
import { Progress, cellName, estimateSeconds, roughly } from '../measure/progress.js';
import { sum } from '../util/math.js';
import { changedMeanwhile } from './resumed.js';
import { roundToAdd } from './rounds.js';
import { verifyFirst } from './verify-first.js';
import { startServices, withEngine } from './with-engine.js';

/** @typedef {import('../record/bundle-writer.js').RunRecord} RunRecord */
/** @typedef {import('../setup/command.js').Command} Command */
/** @typedef {import('../engines/engine.js').Engine} Engine */
/** @typedef {import('../setup/index.js').Tools} Tools */

/**
 * @param {Command} command
 * @param {RunRecord} run new, or to be gone on with
 * @param {string} goOn command that goes on with a run that was interrupted
 * @returns {Promise<string>} folder of its bundle
 * @throws {Error} if the run could not go on; what was measured is kept and can be resumed
 */
export async function measure(command, run, goOn) {
  wantsK6Dashboard(command.env);
  if (run.endedAt && pendingOf(run).length === 0) {
    command.log(`${run.id}: nothing is left to measure`);
    return path.join(command.resultsDir, run.id);
  }
  const { catalogue } = run;
  const work = async (/** @type {import('./with-engine.js').Work} */ { engine, tools, gone }) => {
    // A cell that was cut short by either is not failed, but still to be measured.
    const ended = AbortSignal.any([command.signal, gone]);
    const bundle = new BundleWriter(command.resultsDir, run);
    const circumstances = describe({ ...command, catalogue }, engine, tools, run);
    if (run.engine) noteResumption(run, circumstances);
    Object.assign(run, { endedAt: null, ...circumstances });
    bundle.save();
    try {
      await untilAborted(measureRun({ ...command, signal: ended }, bundle, engine, tools), ended);
    } catch (error) {
      await keepWhatIsMeasured(command, bundle, engine, goOn);
      throw error;
    }
    return bundle.dir;
  };
  return withEngine({ ...command, catalogue }, run.targets, limitsOfRun(run), work, surroundingsOf(run));
}

/** @param {RunRecord} run @param {ReturnType<typeof describe>} circumstances */
function noteResumption(run, circumstances) {
  const changed = changedMeanwhile(run, circumstances);
  if (changed) run.notes.push(changed);
  run.resumedAt.push(new Date().toISOString());
}

/**
 * @param {Command} command
 * @param {BundleWriter} bundle
 * @param {Engine} engine
 * @param {Tools} tools
 */
async function measureRun(command, bundle, engine, tools) {
  const { run } = bundle;
  const estimates = estimateSeconds(run, pendingOf(run));
  command.log(planText(run, estimates));
  await startServices(engine);
  command.log(engine.dashboard());
  for (const note of engine.notes()) if (!run.notes.includes(note)) run.notes.push(note);
  engine.onServiceExit((name) => noteLiveDataLoss(run, name));
  const jvms = new Jvms(engine);
  await Promise.all(run.targets.map((target) => jvms.running(target)));
  Object.assign(run, await verifyFirst({ ...command, catalogue: run.catalogue }, engine, run));
  const progress = new Progress({ estimates, stream: process.stdout });
  const live = wantsK6Dashboard(command.env) ? await startLiveDashboard(command, run) : null;
  const around = {
    ...command,
    live,
    ...loadOf(bundle, command.catalogue),
    cores: describeMachine().cores,
    k6Bin: tools.k6.bin,
    engine,
    jvms,
    progress,
  };
  progress.start();
  try {
    await measureCells(bundle, around);
  } finally {
    progress.stop();
    live?.stop();
  }
  if (command.signal.aborted) return;
  run.endedAt = new Date().toISOString();
  bundle.save();
}

/**
 * @param {BundleWriter} bundle
 * @param {import('../measure/cell.js').Surroundings & Command} around
 */
async function measureCells(bundle, around) {
  const { run } = bundle;
  /** @type {number | null} */
  let roundOfJvms = null;
  const next = () => addRound(bundle, around.progress);
  // A run may have been interrupted between the last cell of a round and the plan of another.
  const first = pendingOf(run);
  for (let cells = first.length > 0 ? first : next(); cells.length > 0; cells = next()) {
    for (const group of comparedTogether(cells)) {
      const [{ round }] = group;
      if (run.freshJvms && round !== roundOfJvms) await around.jvms.renew(run.targets, 'every round has JVMs of its own');
      roundOfJvms = round;
      await measureGroup(bundle, around, group);
      if (around.signal.aborted) return;
    }
  }
}

/**
 * All are warmed up before the first is measured: a machine's speed drifts within a minute, and warm-ups in between would part what is compared.
 * @param {BundleWriter} bundle
 * @param {import('../measure/cell.js').Surroundings & Command} around
 * @param {import('../record/run.js').PlannedCell[]} group
 */
async function measureGroup(bundle, around, group) {
  const measurements = group.map((cell) => new CellMeasurement(cell, bundle.openCell(cell), around));
  for (const measurement of measurements) {
    await measurement.warm();
    if (around.signal.aborted) return;
  }
  for (const measurement of measurements) {
    const { cell, dir } = measurement;
    const { record, outcome } = await measurement.measure();
    if (around.signal.aborted) return;
    bundle.closeCell(cell, dir, record);
    await publishCell(around.engine.endpoints.influx, bundle.run, readBundle(bundle.dir).readCell(cell));
    around.progress.finish(cell, outcome);
  }
}

/**
 * @param {BundleWriter} bundle
 * @param {Progress} progress
 * @returns {import('../record/run.js').PlannedCell[]} cells of the round that the plan wants in addition; none if it has enough
 */
function addRound(bundle, progress) {
  const { run } = bundle;
  if (!run.until && !run.spareRounds) return [];
  const { cells, note } = roundToAdd(run, figures(readBundle(bundle.dir)));
  if (note) run.notes.push(note);
  if (cells.length > 0) {
    run.rounds++;
    if (run.spareRounds) run.spareRounds--;
    run.cells.push(...cells);
    progress.add(estimateSeconds(run, cells));
  }
  bundle.save();
  return cells;
}

/** Bundles from before have no limits but the first. @param {RunRecord} run @returns {import('../plan/limits.js').Limits} */
function limitsOfRun({ targetCpus, poolSize = null, jvmArgs = [], generatorCpus = null }) {
  return { targetCpus, poolSize, jvmArgs, generatorCpus };
}

/** @param {RunRecord} run */
export function pendingOf({ cells }) {
  return cells.filter(({ state }) => state === 'pending');
}

/**
 * @param {RunRecord} run
 * @param {number[]} estimates seconds of the cells that are left
 */
function planText({ id, scenarios, targets, rounds, seed, freshJvms, until, spareRounds, catalogue, settings, databaseRttMs }, estimates) {
  const plan = [plural(scenarios.length, 'scenario'), plural(targets.length, 'target'), plural(rounds, 'round')].join(' × ');
  const jvms = freshJvms ? ', new JVMs in every round' : '';
  const more = until ? `, then more until every interval is within ±${until.halfWidth * 100} %, at most ${until.maxRounds}` : '';
  const spare = spareRounds ? `, up to ${spareRounds} more where void cells leave too few` : '';
  const given = [settings && `, ${settings.title}`, databaseRttMs && `, database ${databaseRttMs} ms away`].filter(Boolean).join('');
  const title = `run ${id}: ${plural(estimates.length, 'cell')}, seed ${seed}, at most about ${roughly(sum(estimates))} (${plan}${given}${jvms}${more}${spare})`;
  const left = unfitPairs(catalogue, { targets, scenarios }).map(
    (pair) => `  not measured: ${pair.scenario} on ${pair.target} (${pair.reason})`,
  );
  return [title, ...left].join('\n');
}

/**
 * @param {BundleWriter} bundle
 * @param {import('../record/catalogue.js').Catalogue} checkedIn
 * @returns {Pick<import('../measure/cell.js').Surroundings, 'runId' | 'loadVariables' | 'stages' | 'warmupMinSeconds' | 'warmupMaxSeconds' | 'steadyBursts' | 'limitInTurn' | 'databaseRttMs' | 'catalogue' | 'catalogueFile'>}
 */
function loadOf({ dir, run }, checkedIn) {
  const { id: runId, loadVariables, stages, databaseRttMs, catalogue } = run;
  const { warmupMinSeconds, warmupMaxSeconds, steadyBursts, limitInTurn } = run;
  const load = { runId, loadVariables, stages, warmupMinSeconds, warmupMaxSeconds, steadyBursts, limitInTurn, databaseRttMs, catalogue };
  if (JSON.stringify(catalogue) === JSON.stringify(checkedIn)) return { ...load, catalogueFile: null };
  // A calibration's second name, for one, is in no file yet that the scripts could read.
  const catalogueFile = path.join(dir, 'catalogue.json');
  writeWhole(catalogueFile, JSON.stringify(catalogue));
  return { ...load, catalogueFile };
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
 * @param {Engine} engine
 * @param {string} goOn
 */
async function keepWhatIsMeasured(command, bundle, engine, goOn) {
  // A process that cannot be ended is told by the engine's own end; what was measured is to be told anyway.
  await engine.stop().catch(() => {});
  await sleep(200); // the cell that was under way notices the end of its processes and closes its files
  const { id, cells } = bundle.run;
  const left = pendingOf(bundle.run).length;
  if (left === cells.length) return bundle.drop();
  bundle.dropPartialCells();
  command.warn(`${cells.length - left} of ${cells.length} cells are kept; go on with: ${goOn} RESUME=${id}`);
}
