/** Measures the cells and sequences of a run into its bundle: what comparisons and calibrations have in common. */
import path from 'node:path';
import { OTHERS_LIMIT } from '../analyse/cell/health.js';
import { publishActivity } from '../collect/activity.js';
import { busyMachine } from '../collect/others.js';
import { noteText, otherUseText } from '../report/words/notes.js';
import { budgetLeft, endingOf } from '../record/ending.js';
import { unusedCalibration } from '../record/results/newest-calibration.js';
import { pendingOf, RunJournal } from '../record/journal/run.js';
import { Jvms } from '../measure/jvms.js';
import { MachineWatch } from '../measure/machine-watch.js';
import { Progress, estimateSeconds, targetsOf } from '../measure/progress.js';
import { Spent } from '../measure/spent.js';
import { keepsServices } from '../plan/knobs.js';
import { environmentOf } from '../plan/environment.js';
import { requireWritable } from '../util/files.js';
import { untilAborted } from '../util/interruption.js';
import { Parts } from './parts.js';
import { describe } from './describe.js';
import { keepMeasuredCells } from './stack/interrupted.js';
import { stayUp } from './stack/stay-up.js';
import { planText } from './plan-text.js';
import { resumable } from './resumable.js';
import { changedSinceStart } from './resumed.js';
import { reportSoFar } from './so-far/report.js';
import { catalogueFileOf } from './scripts-catalogue.js';
import { verifyFirst } from './stack/verify-first.js';
import { startServices, withEngine } from './stack/with-engine.js';

/**
 * @typedef {import('../record/run.js').Run} Run
 * @typedef {import('../record/run.js').PlannedRun} PlannedRun
 * @typedef {import('../setup/command.js').Command} Command
 * @typedef {import('./stack/with-engine.js').Work} Work
 */

/**
 * @param {Command} command
 * @param {Run | PlannedRun} given recorded, to be resumed; or planned
 * @param {string} resumeCommand command that resumes an interrupted run
 * @param {(dir: string) => void} [report] what is to be said of the measured run, before the services stay up for whoever looks at the dashboard;
 *   without it they end with the run
 * @returns {Promise<string>} folder of its bundle
 * @throws {Error} if the run could not go on; what was measured is kept and can be resumed
 */
export async function measure(command, given, resumeCommand, report) {
  keepsServices(command.env);
  if (given.endedAt && pendingOf(given).length === 0) {
    command.log(`${given.id}: everything is measured`);
    const dir = path.join(command.resultsDir, given.id);
    report?.(dir);
    return dir;
  }
  const run = 'engine' in given ? resumable(command, given) : given;
  requireWritable(command.resultsDir, 'results/');
  const work = async (/** @type {Work} */ parts) => {
    const dir = await measureWith(command, run, resumeCommand, parts);
    if (!report) return dir;
    report(dir);
    await stayUp(command, parts, run);
    return dir;
  };
  return withEngine({ ...command, catalogue: run.catalogue }, run.targets, run, work, environmentOf(run));
}

/**
 * @param {Command} command
 * @param {Run | PlannedRun} run
 * @param {string} resumeCommand
 * @param {Work} work
 */
async function measureWith(command, run, resumeCommand, work) {
  // A cell that either of them cuts short has not failed. It is still to be measured.
  const ended = AbortSignal.any([command.signal, work.gone]);
  const journal = openJournal(command, run, work);
  try {
    await untilAborted(measureRun({ ...command, signal: ended }, journal, work), ended);
  } catch (error) {
    await keepMeasuredCells(command, journal, work.engine, resumeCommand);
    throw error;
  }
  return journal.dir;
}

/** @param {Command} command @param {Run | PlannedRun} run @param {Work} work */
function openJournal(command, run, { engine, tools }) {
  const { resultsDir, warn } = command;
  const circumstances = describe({ ...command, catalogue: run.catalogue }, engine, tools, run);
  if ('engine' in run) return RunJournal.resume(resultsDir, run, circumstances, changedSinceStart(run, circumstances));
  const unused = unusedCalibration(resultsDir);
  if (unused !== null) warn(unused);
  return RunJournal.start(resultsDir, run, circumstances);
}

/**
 * @param {Command} command
 * @param {RunJournal} journal
 * @param {Work} work
 */
async function measureRun(command, journal, { engine, tools }) {
  const { run, pending } = journal;
  const estimates = estimateSeconds(run, pending);
  command.log(planText(run, estimates));
  const spent = new Spent();
  await spent.on('set-up', async () => {
    await warnOfBusyMachine(command, journal, engine);
    await startServices(engine);
  });
  command.log(engine.dashboard());
  for (const note of engine.notes()) journal.note(note);
  engine.onServiceExit((name) => noteLostLiveData(command, journal, name));
  const jvms = new Jvms(engine);
  await spent.on('jvm-starts', () => Promise.all(run.targets.map((target) => jvms.running(target))));
  const { influx } = engine.endpoints;
  void publishActivity(influx, run.id, 'verification', 'verifying that all targets do the same work');
  const verified = () => verifyFirst({ ...command, catalogue: run.catalogue }, engine, run);
  journal.verified(await spent.on('verification', verified));
  journal.spend(spent.take());
  const mayEndEarlier = endingOf(run).halfWidth !== null;
  const progress = new Progress({ estimates, stream: process.stdout, budgetSeconds: budgetLeft(journal.run), mayEndEarlier });
  const catalogueFile = catalogueFileOf(journal.dir, run.catalogue, command.catalogue);
  const { machine } = run;
  const context = { run, catalogueFile, machine, root: command.root, k6Bin: tools.k6.bin, engine, jvms, progress, spent };
  const watch = new MachineWatch(
    () => engine.processes(),
    (use) => progress.say(otherUseText(use, machine)),
  );
  progress.start();
  watch.start();
  try {
    await new Parts(journal, context, command.signal, () => progress.say(reportSoFar(command, journal.dir))).measure();
  } finally {
    watch.stop();
    progress.stop();
  }
  if (command.signal.aborted) return;
  journal.end();
  await publishActivity(influx, run.id, 'end', 'the run has ended');
}

/**
 * Before anything of the run is started, whatever uses the machine is another program's. Containers are up already, and are left out.
 * @param {Command} command
 * @param {RunJournal} journal
 * @param {import('../engines/engine.js').Engine} engine
 */
async function warnOfBusyMachine({ warn }, journal, engine) {
  const use = await busyMachine({ watched: engine.processes() });
  if (use === null || use.share <= OTHERS_LIMIT) return;
  const note = /** @type {const} */ ({ kind: 'busy-machine', share: Math.min(1, use.share), processes: use.processes });
  journal.note(note);
  warn(noteText(note, journal.run.machine));
}

/**
 * @param {Command} command
 * @param {RunJournal} journal
 * @param {string} service that ended
 */
function noteLostLiveData({ warn }, journal, service) {
  if (service !== 'influxdb') return;
  const [next] = journal.pending;
  const during = next ? { scenario: next.scenario, target: targetsOf([next])[0], round: next.round } : null;
  try {
    journal.note({ kind: 'live-data-lost', during });
  } catch (error) {
    // Nobody waits for this callback: the next record that cannot be written ends the run.
    warn(`InfluxDB has ended, and run.json cannot be written: ${/** @type {Error} */ (error).message}`);
  }
}
