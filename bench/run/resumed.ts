/** A run that is resumed: by the command that began it, under what must be as it was. What else has changed since is noted. */
import { differences } from '../analyse/comparison/diff.ts';
import { withGenerators, type Circumstances } from '../record/json/circumstances.ts';
import { COMPARED_LIMITS } from '../record/json/limits.ts';
import { shortPath } from '../record/json/file.ts';
import { pendingOf } from '../record/journal/run.ts';
import { readRunNamed } from '../record/results/runs.ts';
import { differenceTexts } from '../report/words/diff.ts';
import { UsageError } from '../util/errors.ts';
import type { Run, PlannedRun } from '../record/run.ts';
import type { Command } from '../setup/command.ts';
import type { Note } from '../record/json/notes.ts';

/** What a command begins. */
const BEGUN_BY = {
  ab: 'a comparison of a service of your own',
  compare: 'a comparison',
  calibrate: 'a calibration',
  sweep: 'a sweep',
  study: 'a run of a study',
};
/** What makes it another machine; a new kernel does not. */
const MACHINE = ['cpuModel', 'cores'] as const;

/** @returns the command that begins such a run, and resumes it */
export function commandOf({ calibrates, sweep, study, catalogue }: Run | PlannedRun): keyof typeof BEGUN_BY {
  if (catalogue.own) return 'ab';
  if (calibrates) return 'calibrate';
  if (sweep) return 'sweep';
  return study ? 'study' : 'compare';
}

/** @returns the command that continues it, but for RESUME */
export function commandLineOf(run: Run | PlannedRun): string {
  const { own } = run.catalogue;
  return `make ${commandOf(run)}${own ? ` FILE=${shortPath(own.file)}` : ''}`;
}

/**
 * @param name of the command
 * @returns that RESUME names
 * @throws {UsageError} one line, if there is none, or another command has begun it
 */
export function runToResume({ env, resultsDir }: Pick<Command, 'env' | 'resultsDir'>, name: keyof typeof BEGUN_BY): Run {
  const id = String(env.RESUME);
  const run = readRunNamed(resultsDir, 'RESUME', id);
  const own = commandOf(run);
  if (own === name) return run;
  throw new UsageError(`RESUME=${id}: that is ${BEGUN_BY[own]}; resume it with: ${commandLineOf(run)} RESUME=${id}`);
}

/** @returns has it ended with all that it planned? */
export function isComplete(run: Run | PlannedRun): boolean {
  return run.endedAt !== null && pendingOf(run).length === 0;
}

/** @param run as it was recorded @returns under way again @throws {UsageError} as `changedSinceStart` */
export function resumedNow(run: Run, now: Circumstances): Run {
  const note = changedSinceStart(run, now);
  const notes = note ? [...run.notes, note] : run.notes;
  return { ...run, ...now, endedAt: null, resumedAt: [...run.resumedAt, new Date().toISOString()], notes };
}

/**
 * @param run as it was recorded
 * @returns where sources, versions or the machine's system have changed since
 * @throws {UsageError} if another engine, another machine or other limits would resume it
 */
export function changedSinceStart(run: Run, now: Circumstances): Note | null {
  const { id, engine } = run;
  if (engine !== now.engine) throw new UsageError(`RESUME=${id}: it was started with ENGINE=${engine}, this is ENGINE=${now.engine}`);
  refuseOther(id, 'measured on one machine', MACHINE, [run.machine, now.machine]);
  // With others the rest would be another measurement under the same name.
  refuseOther(id, 'measured under the same limits', COMPARED_LIMITS, [withGenerators(run.limits), withGenerators(now.limits)]);
  const { machine, versions, commit, dirty } = now;
  const changes = differences(run, { ...run, machine, versions, commit, dirty })
    .map(differenceTexts)
    .map(([name, a, b]) => ({ name, a, b }));
  return changes.length === 0 ? null : { kind: 'changed-while-resumed', at: new Date().toISOString(), changes };
}

function refuseOther<T extends object>(id: string, rule: string, names: readonly (keyof T)[], thenAndNow: [then: T, now: T]) {
  for (const name of names) {
    const [before, after] = thenAndNow.map((each) => JSON.stringify(each[name]));
    if (before !== after) throw new UsageError(`RESUME=${id}: ${String(name)} was ${before}, is ${after}; a run is ${rule}`);
  }
}
