/** Measures the runs of a study; together they are a session, which the report judges as one. */
import path from 'node:path';
import { roughly } from '../measure/progress.ts';
import { newRun } from '../plan/run.ts';
import { knobsOf, studyOptions, studyRuns, type StudyRun } from '../plan/study.ts';
import { budgetLeft, pendingOf } from '../record/ending.ts';
import { newestCalibration } from '../record/results/calibration.ts';
import { readRunNamed, runIds } from '../record/results/runs.ts';
import { studyResult } from '../report/study/index.ts';
import { chooseStudy, STUDIES } from '../studies/index.ts';
import { orNull, UsageError } from '../util/errors.ts';
import { present, sum } from '../util/math.ts';
import { measure } from './measure.ts';
import { plannedSeconds, secondsToVerdicts } from './costs.ts';
import { resumable } from './resume.ts';
import type { Study } from '../studies/terms.ts';
import type { Run, PlannedRun } from '../record/run.ts';
import type { Command } from '../setup/command.ts';

/** one study, measured once */
export interface StudySession {
  study: Study;
  /** recorded with each of its runs */
  id: string;
  knobs: Record<string, string>;
  runs: StudyRun[];
  /** by name, those on disk and those that were started */
  known: Record<string, Run | PlannedRun>;
}

/** Of `make studies`, where nothing says when its runs end. First rounds are never cut: on two cores all together take a few minutes more. */
const MINUTES_OF_ALL = 60;

/** @throws {UsageError} one line, where it cannot be measured like that */
export function newSession({ env, catalogue }: Command, study: Study): StudySession {
  const knobs = knobsOf(env);
  const runs = studyRuns(study, knobs);
  for (const run of runs) studyOptions(run, knobs, catalogue, env.ENGINE);
  return { study, id: `${study.id}-${new Date().toISOString()}`, knobs, runs, known: {} };
}

/** @param option that names one of its runs @throws {UsageError} if it is no run of a study, or of another one than STUDY */
export function recordedSession({ env, resultsDir }: Command, option: 'RUN' | 'RESUME'): StudySession {
  const { STUDY, [option]: id = '' } = env;
  const { study: part } = readRunNamed(resultsDir, option, id);
  if (!part) throw new UsageError(`${option}=${id}: that is no run of a study`);
  if (STUDY && STUDY !== part.id) throw new UsageError(`STUDY=${STUDY}: ${id} is a run of ${part.id}`);
  return sessionOf(part, readableRuns(resultsDir));
}

/** @returns to be measured: its runs on disk are trusted no more than any other run that is resumed @throws {UsageError} one line */
export function resumedSession(command: Command): StudySession {
  const session = recordedSession(command, 'RESUME');
  for (const [name, run] of Object.entries(session.known)) if ('engine' in run) session.known[name] = resumable(command, run);
  return session;
}

/** @returns the newest of each study that was measured here */
export function newestSessions(resultsDir: string): StudySession[] {
  const runs = readableRuns(resultsDir);
  return STUDIES.flatMap(({ id }) => {
    const part = runs.findLast(({ study }) => study?.id === id)?.study;
    return part ? [sessionOf(part, runs)] : [];
  });
}

/** @returns all runs with a valid record, oldest first: a damaged one is no reason to show none */
function readableRuns(resultsDir: string): Run[] {
  return present(runIds(resultsDir).map((id) => orNull(() => readRunNamed(resultsDir, 'RUN', id))));
}

function sessionOf(part: NonNullable<Run['study']>, runs: Run[]): StudySession {
  const members = runs.filter(({ study }) => study?.session === part.session);
  const study = chooseStudy(part.id);
  const known = Object.fromEntries(members.map((run) => [run.study?.run, run]));
  return { study, id: part.session, knobs: part.knobs, runs: studyRuns(study, part.knobs), known };
}

/** @param warn of a calibration that is not used @returns as it is on disk, or planned */
export function recordOf(command: Command, session: StudySession, run: StudyRun, warn?: Command['warn']): Run | PlannedRun {
  const { env, catalogue, resultsDir } = command;
  const { study, id, knobs, known } = session;
  if (known[run.name]) return known[run.name];
  const options = studyOptions(run, knobs, catalogue, env.ENGINE);
  const planned = newRun(options, catalogue, `${study.id}-${run.name}`, newestCalibration(resultsDir, warn));
  return { ...planned, study: { id: study.id, run: run.name, session: id, knobs } };
}

/** @returns a line per run, and how long all of it takes */
export function sessionsText(command: Command, sessions: StudySession[]): string {
  let total = 0;
  const lines = sessions.flatMap((session) =>
    session.runs.map((run) => {
      const record = recordOf(command, session, run);
      // A first round is never cut.
      const seconds = Math.max(budgetLeft(record) ?? 0, plannedSeconds(record));
      total += seconds;
      return `  ${session.study.id} ${run.name}: ${run.title}; at most about ${roughly(seconds)}`;
    }),
  );
  const title = sessions.length === 1 ? `${sessions[0].study.id}: ${sessions[0].study.title}` : `${sessions.length} studies`;
  return [`${title}; at most about ${roughly(total)}`, ...lines].join('\n');
}

/** @returns minutes that all studies share; null where each run ends by its rounds, its half-width or another profile than the default */
export function sharedMinutes({ BUDGET, ROUNDS, HALF_WIDTH, PROFILE }: Command['env']): number | null {
  if (BUDGET) return Number(BUDGET);
  return ROUNDS || HALF_WIDTH || (PROFILE || 'quick') !== 'quick' ? null : MINUTES_OF_ALL;
}

/** @param sessions not begun @param minutes for all @returns with the BUDGET of their runs, in proportion to what their verdicts take */
export function withShares(command: Command, sessions: StudySession[], minutes: number): StudySession[] {
  const seconds = sessions.map((session) => sum(session.runs.map((run) => secondsToVerdicts(recordOf(command, session, run)))));
  return sessions.map((session, index) => {
    const share = (minutes * seconds[index]) / sum(seconds);
    const BUDGET = String(Math.max(1, Math.floor(share / session.runs.length)));
    return { ...session, knobs: { ...session.knobs, BUDGET } };
  });
}

export async function measureSession(command: Command, session: StudySession): Promise<number> {
  let code = 0;
  for (const run of session.runs) {
    const record = recordOf(command, session, run, command.warn);
    session.known[run.name] = record;
    if (pendingOf(record).length === 0) continue;
    code = Math.max(code, await measure(command, record));
  }
  return code;
}

/** @returns of its runs that have a bundle */
export function resultOf(resultsDir: string, { study, known }: StudySession) {
  const ids = runIds(resultsDir);
  const there = Object.entries(known).filter(([, { id }]) => ids.includes(id));
  return studyResult(study, Object.fromEntries(there.map(([name, { id }]) => [name, path.join(resultsDir, id)])));
}
