/** Measures the parts of a run into its bundle: what compare, calibrate, sweep and study have in common. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sameAnswers } from '../measure/same-answers.ts';
import { writeOwnScripts } from '../measure/generators/start.ts';
import { speedChange } from '../analyse/comparison/machine-speed.ts';
import { OTHERS_LIMIT } from '../analyse/slice/health.ts';
import { publishActivity } from '../collect/influx.ts';
import { doubtsOf, machineFacts } from '../collect/machine.ts';
import { busyMachine } from '../collect/others.ts';
import { writeReport } from '../report/index.ts';
import { noteText, otherUseText } from '../report/words/notes.ts';
import { budgetLeft, endingOf } from '../record/ending.ts';
import { earlierSpeeds } from '../record/results/runs.ts';
import { RunJournal } from '../record/journal.ts';
import { targetsIn } from '../record/part.ts';
import { profileCpu } from '../measure/cpu/index.ts';
import { Jvms } from '../measure/jvms.ts';
import { watchMachine } from '../measure/watched.ts';
import { Progress } from '../measure/progress.ts';
import { Spent } from '../measure/spent.ts';
import { yardstick } from '../measure/yardstick.ts';
import { keepsServices } from '../plan/knobs.ts';
import { messageOf } from '../util/errors.ts';
import { writeWhole } from '../util/files.ts';
import { circumstancesOf } from './circumstances.ts';
import { estimateSeconds } from './costs.ts';
import { Parts } from './parts.ts';
import { commandLineOf, isComplete, resumable, resumedNow } from './resume.ts';
import { planText, reportPath, reportSoFar, sumUp } from './said.ts';
import { stayUp } from './stack/keeper.ts';
import { recorded, startServices, verifyFirst, type Session } from './stack/session.ts';
import type { Figures } from '../analyse/types.ts';
import type { Command } from '../setup/command.ts';
import type { Run, PlannedRun } from '../record/run.ts';
import type { Note } from '../record/json/notes.ts';
import type { Catalogue } from '../record/catalogue.ts';
import type { Engine } from '../engines/engine.ts';

type Telling = { tell?: (figures: Figures, dir: string) => number | void; canContinue?: boolean };

/**
 * @param given recorded, to be resumed; or planned
 * @param how `tell`: says more than the last lines, and may have an exit code of its own; `canContinue`: by its command; services may stay then
 * @returns exit code: 0 if every part is ok, 1 if one failed, that of `tell` where it is higher
 * @throws {Error} if the run could not go on; what was measured is kept and can be resumed
 */
export async function measure(command: Command, given: Run | PlannedRun, { tell, canContinue = false }: Telling = {}): Promise<number> {
  keepsServices(command.env);
  const report = (dir: string) => {
    const { figures } = writeReport(dir);
    const code = sumUp(command, figures, canContinue ? commandLineOf(given) : undefined);
    return Math.max(code, tell?.(figures, dir) ?? 0);
  };
  if (isComplete(given)) {
    command.log(`${given.id}: everything is measured`);
    return report(path.join(command.resultsDir, given.id));
  }
  const run = 'engine' in given ? resumable(command, given) : given;
  let code = 1;
  const own = { ...command, catalogue: run.catalogue };
  await recorded(own, run, {
    open: (session) => openJournal(own, run, session),
    measure: (session, journal) => measureRun(own, journal, session, command.catalogue),
    kept: (journal) => keptLines(command.root, journal),
    after: async (session, journal) => {
      await publishActivity(session.engine.endpoints.influx, run.id, 'end', 'the run has ended');
      code = report(journal.dir);
      if (canContinue) await stayUp(command, session, journal.record);
    },
  });
  return code;
}

function openJournal(command: Command, run: Run | PlannedRun, session: Session) {
  const { resultsDir, warn } = command;
  const now = circumstancesOf(command, session);
  if ('engine' in run) return new RunJournal(resultsDir, resumedNow(run, now));
  const change = now.engine === 'kubernetes' ? null : speedChange(yardstick(), earlierSpeeds(resultsDir));
  const notes: Note[] = change === null ? [] : [{ kind: 'other-speed', ...change }];
  for (const note of notes) warn(noteText(note, now.machine));
  if (now.engine !== 'kubernetes') for (const doubt of doubtsOf(machineFacts())) warn(doubt);
  return new RunJournal(resultsDir, { ...run, ...now, notes: [...run.notes, ...notes] });
}

/** @param journal of a run that cannot go on @returns for the user: what is saved, and how it is resumed; none where that is nothing */
export function keptLines(root: string, journal: RunJournal): string[] {
  const { pending, record, dir } = journal;
  const total = record.parts.length;
  if (pending.length === total) return [];
  journal.dropPartial();
  const before = existsSync(path.join(dir, 'report.html')) ? [`report of the rounds before: ${reportPath(root, dir)}`] : [];
  const resume = `${commandLineOf(record)} RESUME=${record.id}`;
  return [...before, `${total - pending.length} of ${total} measurements are saved. Resume with: ${resume}`];
}

async function measureRun(command: Command, journal: RunJournal, { engine, tools, signal }: Session, checkedIn: Catalogue) {
  const { record: run, pending } = journal;
  const estimates = estimateSeconds(run, pending);
  command.log(planText(run, estimates));
  const spent = new Spent();
  await spent.on('set-up', async () => {
    await warnOfBusyMachine(command, journal, engine);
    await startServices(engine);
  });
  command.log(engine.dashboard().line);
  for (const note of engine.notes?.() ?? []) journal.note(note);
  engine.onServiceExit((name) => noteLostLiveData(command, journal, name));
  void publishActivity(engine.endpoints.influx, run.id, 'start', `starting ${run.targets.join(', ')}`);
  const jvms = new Jvms(engine);
  await spent.on('jvm-starts', () => Promise.all(run.targets.map((target) => jvms.running(target))));
  void publishActivity(engine.endpoints.influx, run.id, 'verification', 'verifying that all targets do the same work');
  const catalogueFile = catalogueFileOf(journal, command.root, checkedIn);
  const subject = { engine, root: command.root, k6Bin: tools.k6.bin, catalogueFile, runId: run.id };
  const verified = () => (run.catalogue.own ? sameAnswers(command, subject, run) : verifyFirst(command, engine, run));
  journal.change(await spent.on('verification', verified));
  journal.spend(spent.take());
  const mayEndEarlier = endingOf(run).halfWidth !== null;
  const progress = new Progress({ estimates, stream: process.stdout, budgetSeconds: budgetLeft(journal.record), mayEndEarlier });
  const { setupSeconds } = journal.record.verified ?? {};
  const context = { ...subject, setupSeconds, run: journal.record, jvms, progress, spent };
  progress.start();
  const endWatch = watchMachine(
    () => engine.processes(),
    (use) => progress.say(otherUseText(use, run.machine, run.catalogue.own !== undefined)),
  );
  try {
    await new Parts(journal, context, signal, () => progress.say(reportSoFar(command, journal.dir))).measure();
    if (run.profileCpu && !signal.aborted) {
      await spent.on('profiles', () => profileCpu(context, journal.dir, signal));
      journal.spend(spent.take());
    }
  } finally {
    endWatch();
    progress.stop();
  }
}

/** @returns file that the scripts read instead of the checkout's catalogue; null where the run has the same, and no scripts of the user's */
function catalogueFileOf({ dir, record: { catalogue } }: RunJournal, root: string, checkedIn: Catalogue): string | null {
  if (isDeepStrictEqual(catalogue, checkedIn) && !catalogue.own) return null;
  const file = path.join(dir, 'catalogue.json');
  writeWhole(file, JSON.stringify(catalogue));
  if (catalogue.own) writeOwnScripts(catalogue, file, root);
  return file;
}

/** Before anything of the run is started, whatever uses the machine is another program's. Containers are up already, and are left out. */
async function warnOfBusyMachine({ warn }: Command, journal: RunJournal, engine: Engine) {
  const use = await busyMachine({ watched: engine.processes() });
  if (use === null || use.share <= OTHERS_LIMIT) return;
  const note: Note = { kind: 'busy-machine', share: Math.min(1, use.share), processes: use.processes };
  journal.note(note);
  warn(noteText(note, journal.record.machine));
}

function noteLostLiveData({ warn }: Command, journal: RunJournal, service: string) {
  if (service !== 'influxdb') return;
  const [next] = journal.pending;
  const during = next ? { scenario: next.scenario, target: targetsIn(next.blocks)[0], round: next.round } : null;
  try {
    journal.note({ kind: 'live-data-lost', during });
  } catch (error) {
    // Nobody waits for this callback: the next record that cannot be written ends the run.
    warn(`InfluxDB has ended, and run.json cannot be written: ${messageOf(error)}`);
  }
}
