/**
 * A run that is resumed: by the command that began it, under what must be as it was. What else has changed since is noted. It starts programs, and its bundle
 * may be somebody else's, so nothing of it says what to start: targets and scenarios are those of this checkout, and what the bundle hands on to JVMs and k6
 * is a number or a switch.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { differences } from '../analyse/comparison/diff.ts';
import { doubled } from '../plan/calibration.ts';
import { STUDY_KNOBS } from '../plan/knobs.ts';
import { needsOf } from '../plan/pairs.ts';
import { swept } from '../plan/variants/sweep.ts';
import { pendingOf } from '../record/ending.ts';
import { withGenerators, type Circumstances } from '../record/json/circumstances.ts';
import { refuseOddFiles, shortPath } from '../record/json/file.ts';
import { COMPARED_LIMITS } from '../record/json/limits.ts';
import { readRunNamed, runIds } from '../record/results/runs.ts';
import { differenceTexts } from '../report/tables/diff.ts';
import { UsageError, messageOf } from '../util/errors.ts';
import type { Command } from '../setup/command.ts';
import type { Run, PlannedRun } from '../record/run.ts';
import type { Catalogue } from '../record/catalogue.ts';
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
function commandOf({ calibrates, sweep, study, catalogue }: PlannedRun): keyof typeof BEGUN_BY {
  if (catalogue.own) return 'ab';
  if (calibrates) return 'calibrate';
  if (sweep) return 'sweep';
  return study ? 'study' : 'compare';
}

/** @returns the command that continues it, but for RESUME */
export function commandLineOf(run: PlannedRun): string {
  const { own } = run.catalogue;
  return `make ${commandOf(run)}${own ? ` FILE=${shortPath(own.file)}` : ''}`;
}

/** @param name of the command @returns that RESUME names @throws {UsageError} if there is none, or another command has begun it */
export function runToResume({ env, resultsDir }: Pick<Command, 'env' | 'resultsDir'>, name: keyof typeof BEGUN_BY): Run {
  const id = String(env.RESUME);
  const run = readRunNamed(resultsDir, 'RESUME', id);
  const own = commandOf(run);
  if (own === name) return run;
  throw new UsageError(`RESUME=${id}: that is ${BEGUN_BY[own]}; resume it with: ${commandLineOf(run)} RESUME=${id}`);
}

/** @returns the run that RUN names, or the newest @throws {UsageError} if there is none */
export function runToShow({ env, resultsDir }: Pick<Command, 'env' | 'resultsDir'>): string {
  const id = env.RUN || runIds(resultsDir).at(-1);
  if (!id) throw new UsageError('there is no run yet; start one with: make compare');
  return id;
}

/** @returns has it ended with all that it planned? */
export function isComplete(run: PlannedRun): boolean {
  return run.endedAt !== null && pendingOf(run).length === 0;
}

/** @returns under way again, with a note of what has changed around it @throws {UsageError} under another engine, machine or limits */
export function resumedNow(run: Run, now: Circumstances): Run {
  const { id, engine } = run;
  if (engine !== now.engine) throw new UsageError(`RESUME=${id}: it was started with ENGINE=${engine}, this is ENGINE=${now.engine}`);
  refuseOther(id, 'measured on one machine', MACHINE, [run.machine, now.machine]);
  // With others the rest would be another measurement under the same name.
  refuseOther(id, 'measured under the same limits', COMPARED_LIMITS, [withGenerators(run.limits), withGenerators(now.limits)]);
  const { machine, versions, commit, dirty } = now;
  const changes = differences(run, { ...run, machine, versions, commit, dirty })
    .map(differenceTexts)
    .map(([name, a, b]) => ({ name, a, b }));
  const at = new Date().toISOString();
  const notes: Note[] = changes.length === 0 ? [] : [{ kind: 'changed-while-resumed', at, changes }];
  return { ...run, ...now, endedAt: null, resumedAt: [...run.resumedAt, at], notes: [...run.notes, ...notes] };
}

function refuseOther<T extends object>(id: string, rule: string, names: readonly (keyof T)[], thenAndNow: [then: T, now: T]) {
  for (const name of names) {
    const [before, after] = thenAndNow.map((each) => JSON.stringify(each[name]));
    if (before !== after) throw new UsageError(`RESUME=${id}: ${String(name)} was ${before}, is ${after}; a run is ${rule}`);
  }
}

/** Sizes, numbers and switches. Others start programs (-XX:OnError, -javaagent) or name files (-XX:Flags, -Dlogging.config). */
const HARMLESS = /^-(X(ms|mx|mn|ss)\d+[kKmMgG]?|Xint|Xcomp|Xbatch|XX:[+-][A-Za-z0-9]+|XX:[A-Za-z0-9]+=\d+(\.\d+)?[kKmMgGtT]?)$/;

/** @throws {UsageError} one line, where it would start something else than this checkout does, or write outside its folder */
export function resumable({ catalogue, resultsDir, env }: Pick<Command, 'catalogue' | 'resultsDir' | 'env'>, run: Run): Run {
  const given = env.TARGET_JVM_ARGS;
  refuseOddFiles(path.join(resultsDir, run.id));
  const own = catalogueOf(run, catalogue);
  if (given && !isDeepStrictEqual(wordsOf(given), run.jvmArgs)) {
    throw new UsageError(`TARGET_JVM_ARGS=${given}: RESUME keeps the plan of ${run.id} and takes no other knob`);
  }
  // Whose options they are, only the user can say: by giving them again.
  const fault = otherEntry(run, own) ?? (given ? null : harmfulOption(run)) ?? otherStudyKnobs(run);
  if (fault !== null) throw new UsageError(`RESUME=${run.id}: ${fault}`);
  return { ...run, catalogue: own };
}

/** @returns of a calibration with its target twice, of a sweep with its variants */
function catalogueOf({ id, calibrates, sweep }: Run, catalogue: Catalogue): Catalogue {
  try {
    if (sweep !== undefined) return swept(catalogue, sweep);
    if (calibrates === undefined) return catalogue;
    if (Object.hasOwn(catalogue.targets, calibrates)) return doubled(catalogue, calibrates).catalogue;
    throw new UsageError(`it calibrates ${calibrates}, which is no target of catalogue.json`);
  } catch (error) {
    throw new UsageError(`RESUME=${id}: ${messageOf(error)}`, { cause: error });
  }
}

/** @returns what it uses and is another one here */
function otherEntry({ catalogue, targets, scenarios, settings }: Run, own: Catalogue): string | null {
  const file = own.own?.file ?? 'catalogue.json';
  const known = scenarios.filter((name) => Object.hasOwn(own.scenarios, name));
  const used = { targets, scenarios, settings: settings === null ? [] : [settings.name], dependencies: needsOf(own, known) };
  for (const part of ['targets', 'scenarios', 'settings', 'dependencies'] as const) {
    for (const name of used[part]) {
      const [recorded, here] = [catalogue, own].map((each) => fieldsOf(each[part], name));
      if (here.size === 0) return `${part}.${name} is not in ${file}; a run is resumed with the targets and scenarios it has`;
      const other = [...here.keys(), ...recorded.keys()].find((field) => !isDeepStrictEqual(recorded.get(field), here.get(field)));
      if (other !== undefined) {
        return `catalogue.${part}.${name}.${other} of its run.json is not that of ${file}; a run is resumed with the same`;
      }
    }
  }
  return null;
}

function fieldsOf(entries: Record<string, object>, name: string): Map<string, unknown> {
  return new Map(Object.hasOwn(entries, name) ? Object.entries(entries[name]) : []);
}

function harmfulOption({ jvmArgs }: Run) {
  const other = jvmArgs.find((arg) => !HARMLESS.test(arg));
  if (other === undefined) return null;
  return `'${other}' of its jvmArgs could start a program; if it is yours, give TARGET_JVM_ARGS='${jvmArgs.join(' ')}' as well`;
}

/** The runs of a study that are still to be planned get these. */
function otherStudyKnobs({ study, jvmArgs }: Run) {
  if (!study) return null;
  const other = Object.keys(study.knobs).find((name) => ![...STUDY_KNOBS, 'SCENARIOS'].includes(name));
  if (other !== undefined) return `study.knobs.${other} of its run.json is no knob of a study`;
  const isSame = isDeepStrictEqual(wordsOf(study.knobs.TARGET_JVM_ARGS ?? ''), jvmArgs);
  return isSame ? null : 'jvmArgs of its run.json are not those of its study.knobs';
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
