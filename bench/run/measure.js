/** Measures the parts of a run into its bundle: what compare, calibrate, sweep and study have in common. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sameAnswers } from '../measure/own/same-answers.js';
import { writeOwnScripts } from '../measure/own/scripts.js';
import { speedChange } from '../analyse/comparison/machine-speed.js';
import { OTHERS_LIMIT } from '../analyse/slice/health.js';
import { publishActivity } from '../collect/activity.js';
import { doubtsOf, machineFacts } from '../collect/machine.js';
import { busyMachine } from '../collect/others.js';
import { noteText, otherUseText } from '../report/words/notes.js';
import { budgetLeft, endingOf } from '../record/ending.js';
import { unusedCalibration } from '../record/results/newest-calibration.js';
import { earlierSpeeds } from '../record/results/speeds.js';
import { RunJournal } from '../record/journal/run.js';
import { profileCpu } from '../measure/cpu/index.js';
import { Jvms } from '../measure/jvms.js';
import { MachineWatch } from '../measure/machine-watch.js';
import { Progress, estimateSeconds, targetsOf } from '../measure/progress.js';
import { Spent } from '../measure/spent.js';
import { yardstick } from '../measure/yardstick.js';
import { keepsServices } from '../plan/knobs.js';
import { writeWhole } from '../util/files.js';
import { circumstancesOf } from './circumstances.js';
import { Parts } from './parts.js';
import { planText } from './plan-text.js';
import { resumable } from './resumable.js';
import { commandLineOf, isComplete, resumedNow } from './resumed.js';
import { reportPath, reportSoFar } from './so-far/report.js';
import { recorded, startServices } from './stack/session.js';
import { stayUp } from './stack/stay-up.js';
import { verifyFirst } from './stack/verify-first.js';

/**
 * @typedef {import('../record/run.js').Run} Run
 * @typedef {import('../record/run.js').PlannedRun} PlannedRun
 * @typedef {import('../setup/command.js').Command} Command
 * @typedef {import('./stack/session.js').Session} Session
 */

/**
 * @param {Command} command
 * @param {Run | PlannedRun} given recorded, to be resumed; or planned
 * @param {(dir: string) => number} report says what became of the measured run in that folder; the exit code
 * @param {{ staysUp?: boolean }} [how] `staysUp`: services may stay for whoever looks at the dashboard
 * @returns {Promise<number>} exit code
 * @throws {Error} if the run could not go on; what was measured is kept and can be resumed
 */
export async function measure(command, given, report, { staysUp = false } = {}) {
  keepsServices(command.env);
  if (isComplete(given)) {
    command.log(`${given.id}: everything is measured`);
    return report(path.join(command.resultsDir, given.id));
  }
  const run = 'engine' in given ? resumable(command, given) : given;
  let code = 1;
  await recorded({ ...command, catalogue: run.catalogue }, run, {
    open: (session) => openJournal(command, run, session),
    measure: (session, journal) => measureRun(command, journal, session),
    kept: (journal) => keptLines(command.root, journal),
    after: async (session, journal) => {
      await publishActivity(session.engine.endpoints.influx, run.id, 'end', 'the run has ended');
      code = report(journal.dir);
      if (staysUp) await stayUp(command, session, journal.record);
    },
  });
  return code;
}

/** @param {Command} command @param {Run | PlannedRun} run @param {Session} session */
function openJournal({ root, resultsDir, warn }, run, session) {
  const now = circumstancesOf({ root, catalogue: run.catalogue }, session);
  if ('engine' in run) return new RunJournal(resultsDir, resumedNow(run, now));
  const notes = speedNotes(resultsDir, now);
  for (const note of notes) warn(noteText(note, now.machine));
  const unused = unusedCalibration(resultsDir);
  if (unused !== null) warn(unused);
  if (now.engine !== 'kubernetes') for (const doubt of doubtsOf(machineFacts())) warn(doubt);
  return new RunJournal(resultsDir, { ...run, ...now, notes: [...run.notes, ...notes] });
}

/** @param {string} resultsDir @param {import('../record/json/circumstances.js').Circumstances} now @returns {import('../record/json/notes.js').Note[]} of the machine that this process runs on */
function speedNotes(resultsDir, { engine }) {
  const change = engine === 'kubernetes' ? null : speedChange(yardstick(), earlierSpeeds(resultsDir));
  return change === null ? [] : [{ kind: 'other-speed', ...change }];
}

/**
 * @param {string} root of the checkout
 * @param {RunJournal} journal of a run that cannot go on
 * @returns {string[]} lines for the user: what is saved, and how it is resumed; none where that is nothing
 */
export function keptLines(root, journal) {
  const { pending, record, dir } = journal;
  const total = record.parts.length;
  if (pending.length === total) return [];
  journal.dropPartial();
  const before = existsSync(path.join(dir, 'report.html')) ? [`report of the rounds before: ${reportPath(root, dir)}`] : [];
  const resume = `${commandLineOf(record)} RESUME=${record.id}`;
  return [...before, `${total - pending.length} of ${total} measurements are saved. Resume with: ${resume}`];
}

/** @param {Command} command @param {RunJournal} journal @param {Session} session */
async function measureRun(command, journal, { engine, tools, signal }) {
  const { record: run, pending } = journal;
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
  void publishActivity(engine.endpoints.influx, run.id, 'start', `starting ${run.targets.join(', ')}`);
  const jvms = new Jvms(engine);
  await spent.on('jvm-starts', () => Promise.all(run.targets.map((target) => jvms.running(target))));
  void publishActivity(engine.endpoints.influx, run.id, 'verification', 'verifying that all targets do the same work');
  const catalogueFile = catalogueFileOf(journal, command);
  const subject = { engine, root: command.root, k6Bin: tools.k6.bin, catalogueFile, runId: run.id };
  /** @returns {Promise<Pick<import('../record/run.js').Run, 'verified' | 'refused'>>} */
  const verified = () =>
    run.catalogue.own ? sameAnswers(command, subject, run) : verifyFirst({ ...command, catalogue: run.catalogue }, engine, run);
  journal.change(await spent.on('verification', verified));
  journal.spend(spent.take());
  const mayEndEarlier = endingOf(run).halfWidth !== null;
  const progress = new Progress({ estimates, stream: process.stdout, budgetSeconds: budgetLeft(journal.record), mayEndEarlier });
  const context = { run: journal.record, catalogueFile, root: command.root, k6Bin: tools.k6.bin, engine, jvms, progress, spent };
  const watch = new MachineWatch(
    () => engine.processes(),
    (use) => progress.say(otherUseText(use, run.machine)),
  );
  progress.start();
  watch.start();
  try {
    await new Parts(journal, context, signal, () => progress.say(reportSoFar(command, journal.dir))).measure();
    if (run.profileCpu && !signal.aborted) {
      await spent.on('profiles', () => profileCpu(context, journal.dir, signal));
      journal.spend(spent.take());
    }
  } finally {
    watch.stop();
    progress.stop();
  }
}

/**
 * k6's scripts read the checkout's catalogue. A run may have another one, as a calibration with its target twice, and scripts of the user's.
 * @param {RunJournal} journal
 * @param {Command} command
 * @returns {string | null} file that the scripts must read instead; null if they need none
 */
function catalogueFileOf({ dir, record: { catalogue } }, { catalogue: known, root }) {
  if (isDeepStrictEqual(catalogue, known) && !catalogue.own) return null;
  const file = path.join(dir, 'catalogue.json');
  writeWhole(file, JSON.stringify(catalogue));
  if (catalogue.own) writeOwnScripts(catalogue, file, root);
  return file;
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
  warn(noteText(note, journal.record.machine));
}

/** @param {Command} command @param {RunJournal} journal @param {string} service that ended */
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
