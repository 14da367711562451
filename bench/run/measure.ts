/** Measures the parts of a run into its bundle: what compare, calibrate, sweep and study have in common. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sameAnswers } from '../measure/own/same-answers.ts';
import { writeOwnScripts } from '../measure/own/scripts.ts';
import { speedChange } from '../analyse/comparison/machine-speed.ts';
import { OTHERS_LIMIT } from '../analyse/slice/health.ts';
import { publishActivity } from '../collect/activity.ts';
import { doubtsOf, machineFacts } from '../collect/machine.ts';
import { busyMachine } from '../collect/others.ts';
import { noteText, otherUseText } from '../report/words/notes.ts';
import { budgetLeft, endingOf } from '../record/ending.ts';
import { unusedCalibration } from '../record/results/newest-calibration.ts';
import { earlierSpeeds } from '../record/results/runs.ts';
import { RunJournal } from '../record/journal/run.ts';
import { profileCpu } from '../measure/cpu/index.ts';
import { Jvms } from '../measure/jvms.ts';
import { MachineWatch } from '../measure/machine-watch.ts';
import { Progress, estimateSeconds, targetsOf } from '../measure/progress.ts';
import { Spent } from '../measure/spent.ts';
import { yardstick } from '../measure/yardstick.ts';
import { keepsServices } from '../plan/knobs.ts';
import { writeWhole } from '../util/files.ts';
import { circumstancesOf } from './circumstances.ts';
import { Parts } from './parts.ts';
import { planText } from './plan-text.ts';
import { resumable } from './resumable.ts';
import { commandLineOf, isComplete, resumedNow } from './resumed.ts';
import { reportPath, reportSoFar } from './so-far/report.ts';
import { recorded, startServices, type Session } from './stack/session.ts';
import { stayUp } from './stack/stay-up.ts';
import { verifyFirst } from './stack/verify-first.ts';
import type { Command } from '../setup/command.ts';
import type { Run, PlannedRun } from '../record/run.ts';
import type { Circumstances } from '../record/json/circumstances.ts';
import type { Note } from '../record/json/notes.ts';
import type { Engine } from '../engines/engine.ts';

/**
 * @param given recorded, to be resumed; or planned
 * @param report says what became of the measured run in that folder; the exit code
 * @param how `staysUp`: services may stay for whoever looks at the dashboard
 * @returns exit code
 * @throws {Error} if the run could not go on; what was measured is kept and can be resumed
 */
export async function measure(
  command: Command,
  given: Run | PlannedRun,
  report: (dir: string) => number,
  { staysUp = false }: { staysUp?: boolean } = {},
): Promise<number> {
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

function openJournal({ root, resultsDir, warn }: Command, run: Run | PlannedRun, session: Session) {
  const now = circumstancesOf({ root, catalogue: run.catalogue }, session);
  if ('engine' in run) return new RunJournal(resultsDir, resumedNow(run, now));
  const notes = speedNotes(resultsDir, now);
  for (const note of notes) warn(noteText(note, now.machine));
  const unused = unusedCalibration(resultsDir);
  if (unused !== null) warn(unused);
  if (now.engine !== 'kubernetes') for (const doubt of doubtsOf(machineFacts())) warn(doubt);
  return new RunJournal(resultsDir, { ...run, ...now, notes: [...run.notes, ...notes] });
}

/** @returns of the machine that this process runs on */
function speedNotes(resultsDir: string, { engine }: Circumstances): Note[] {
  const change = engine === 'kubernetes' ? null : speedChange(yardstick(), earlierSpeeds(resultsDir));
  return change === null ? [] : [{ kind: 'other-speed', ...change }];
}

/**
 * @param root of the checkout
 * @param journal of a run that cannot go on
 * @returns lines for the user: what is saved, and how it is resumed; none where that is nothing
 */
export function keptLines(root: string, journal: RunJournal): string[] {
  const { pending, record, dir } = journal;
  const total = record.parts.length;
  if (pending.length === total) return [];
  journal.dropPartial();
  const before = existsSync(path.join(dir, 'report.html')) ? [`report of the rounds before: ${reportPath(root, dir)}`] : [];
  const resume = `${commandLineOf(record)} RESUME=${record.id}`;
  return [...before, `${total - pending.length} of ${total} measurements are saved. Resume with: ${resume}`];
}

async function measureRun(command: Command, journal: RunJournal, { engine, tools, signal }: Session) {
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
  const verified = (): Promise<Pick<Run, 'verified' | 'refused'>> =>
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
 * @returns file that the scripts must read instead; null if they need none
 */
function catalogueFileOf({ dir, record: { catalogue } }: RunJournal, { catalogue: known, root }: Command): string | null {
  if (isDeepStrictEqual(catalogue, known) && !catalogue.own) return null;
  const file = path.join(dir, 'catalogue.json');
  writeWhole(file, JSON.stringify(catalogue));
  if (catalogue.own) writeOwnScripts(catalogue, file, root);
  return file;
}

/** Before anything of the run is started, whatever uses the machine is another program's. Containers are up already, and are left out. */
async function warnOfBusyMachine({ warn }: Command, journal: RunJournal, engine: Engine) {
  const use = await busyMachine({ watched: engine.processes() });
  if (use === null || use.share <= OTHERS_LIMIT) return;
  const note = { kind: 'busy-machine', share: Math.min(1, use.share), processes: use.processes } as const;
  journal.note(note);
  warn(noteText(note, journal.record.machine));
}

/** @param service that ended */
function noteLostLiveData({ warn }: Command, journal: RunJournal, service: string) {
  if (service !== 'influxdb') return;
  const [next] = journal.pending;
  const during = next ? { scenario: next.scenario, target: targetsOf([next])[0], round: next.round } : null;
  try {
    journal.note({ kind: 'live-data-lost', during });
  } catch (error) {
    // Nobody waits for this callback: the next record that cannot be written ends the run.
    warn(`InfluxDB has ended, and run.json cannot be written: ${(error as Error).message}`);
  }
}
