/** Measures the runs of a study; together they are a session, which the report judges as one. */
import path from 'node:path';
import { roughly } from '../measure/progress.js';
import { newRun } from '../plan/run.js';
import { knobsOf, studyOptions, studyRuns } from '../plan/study.js';
import { budgetLeft } from '../record/ending.js';
import { newestCalibration } from '../record/results/newest-calibration.js';
import { readRunNamed, runIds } from '../record/results/runs.js';
import { pendingOf } from '../record/journal/run.js';
import { writeReport } from '../report/index.js';
import { chooseStudy, STUDIES } from '../studies/index.js';
import { UsageError } from '../util/errors.js';
import { sum } from '../util/math.js';
import { measure } from './measure.js';
import { resumable } from './resumable.js';
import { plannedSeconds, secondsToVerdicts } from './rounds.js';
import { sumUp } from './sum-up.js';

/**
 * @typedef {import('../record/run.js').Run} Run
 * @typedef {import('../record/run.js').PlannedRun} PlannedRun
 * @typedef {import('../setup/command.js').Command} Command
 * @typedef {import('../studies/types.js').Study} Study
 * @typedef {import('../studies/types.js').StudyRun} StudyRun
 *
 * @typedef {object} StudySession one study, measured once
 * @property {Study} study
 * @property {string} id recorded with each of its runs
 * @property {Record<string, string>} knobs
 * @property {StudyRun[]} runs
 * @property {Record<string, Run | PlannedRun>} known runs on disk, and runs that were started, by name
 */

/** Of `make studies`, where nothing says when its runs end. First rounds are never cut: on two cores all together take a few minutes more. */
const MINUTES_OF_ALL = 60;

/** @param {Command} command @param {Study} study @returns {StudySession} @throws {UsageError} one line, where it cannot be measured like that */
export function newSession({ env, catalogue }, study) {
  const knobs = knobsOf(env);
  const runs = studyRuns(study, knobs);
  for (const run of runs) studyOptions(run, knobs, catalogue, env.ENGINE);
  return { study, id: `${study.id}-${new Date().toISOString()}`, knobs, runs, known: {} };
}

/**
 * @param {string} resultsDir
 * @param {string} option that named the run, for the message
 * @param {string} id of one of its runs
 * @param {string | undefined} studyId given beside it
 * @returns {StudySession}
 * @throws {UsageError} if it is no run of a study, or of another one
 */
export function recordedSession(resultsDir, option, id, studyId) {
  const { study: part } = readRunNamed(resultsDir, option, id);
  if (!part) throw new UsageError(`${option}=${id}: that is no run of a study`);
  if (studyId && studyId !== part.id) throw new UsageError(`STUDY=${studyId}: ${id} is a run of ${part.id}`);
  return sessionOf(part, readableRuns(resultsDir));
}

/**
 * @param {Command} command
 * @param {string} id of one of its runs
 * @returns {StudySession} to be measured: what its runs on disk say is trusted no more than that of any other run that is resumed
 * @throws {UsageError} one line
 */
export function resumedSession(command, id) {
  const session = recordedSession(command.resultsDir, 'RESUME', id, command.env.STUDY);
  const known = Object.entries(session.known).map(([name, run]) => [name, 'engine' in run ? resumable(command, run) : run]);
  return { ...session, known: Object.fromEntries(known) };
}

/** @param {string} resultsDir @returns {StudySession[]} the newest of each study that was measured here */
export function newestSessions(resultsDir) {
  const runs = readableRuns(resultsDir);
  return STUDIES.flatMap(({ id }) => {
    const part = runs.findLast(({ study }) => study?.id === id)?.study;
    return part ? [sessionOf(part, runs)] : [];
  });
}

/** @param {string} resultsDir @returns {Run[]} all runs with a valid record, oldest first: a damaged one is no reason to show none */
function readableRuns(resultsDir) {
  return runIds(resultsDir).flatMap((id) => {
    try {
      return [readRunNamed(resultsDir, 'RUN', id)];
    } catch {
      return [];
    }
  });
}

/** @param {NonNullable<Run['study']>} part of the session @param {Run[]} runs @returns {StudySession} */
function sessionOf(part, runs) {
  const members = runs.filter(({ study }) => study?.session === part.session);
  const study = chooseStudy(part.id);
  const known = Object.fromEntries(members.map((run) => [run.study?.run, run]));
  return { study, id: part.session, knobs: part.knobs, runs: studyRuns(study, part.knobs), known };
}

/** @param {Command} command @param {StudySession} session @param {StudyRun} run @returns {Run | PlannedRun} as it is on disk, or planned */
export function recordOf({ env, catalogue, resultsDir }, { study: { id }, id: session, knobs, known }, run) {
  const { name } = run;
  if (known[name]) return known[name];
  const options = studyOptions(run, knobs, catalogue, env.ENGINE);
  const planned = newRun(options, catalogue, `${id}-${name}`, newestCalibration(resultsDir));
  return { ...planned, study: { id, run: name, session, knobs } };
}

/** @param {Command} command @param {StudySession[]} sessions @returns {string} a line per run, and how long all of it takes */
export function sessionsText(command, sessions) {
  const lines = sessions.flatMap((session) =>
    session.runs.map((run) => {
      const record = recordOf(command, session, run);
      // A first round is never cut.
      const seconds = Math.max(budgetLeft(record) ?? 0, plannedSeconds(record));
      return { seconds, text: `  ${session.study.id} ${run.name}: ${run.title}; at most about ${roughly(seconds)}` };
    }),
  );
  const title = sessions.length === 1 ? `${sessions[0].study.id}: ${sessions[0].study.title}` : `${sessions.length} studies`;
  return [`${title}; at most about ${roughly(sum(lines.map(({ seconds }) => seconds)))}`, ...lines.map(({ text }) => text)].join('\n');
}

/**
 * @param {Command['env']} env
 * @returns {number | null} minutes that all studies share; null where each run ends by its rounds, its half-width or another profile than the default
 */
export function sharedMinutes({ BUDGET, ROUNDS, HALF_WIDTH, PROFILE }) {
  if (BUDGET) return Number(BUDGET);
  return ROUNDS || HALF_WIDTH || (PROFILE || 'quick') !== 'quick' ? null : MINUTES_OF_ALL;
}

/**
 * @param {Command} command
 * @param {StudySession[]} sessions that are not begun
 * @param {number} minutes for all of them
 * @returns {StudySession[]} each with the BUDGET of its runs, in proportion to what verdicts of each session take
 */
export function withShares(command, sessions, minutes) {
  const seconds = sessions.map((session) => sum(session.runs.map((run) => secondsToVerdicts(recordOf(command, session, run)))));
  return sessions.map((session, index) => {
    const share = (minutes * seconds[index]) / sum(seconds);
    const BUDGET = String(Math.max(1, Math.floor(share / session.runs.length)));
    return { ...session, knobs: { ...session.knobs, BUDGET } };
  });
}

/** @param {Command} command @param {StudySession} session @returns {Promise<number>} exit code */
export async function measureSession(command, session) {
  let code = 0;
  for (const run of session.runs) {
    const record = recordOf(command, session, run);
    session.known[run.name] = record;
    if (pendingOf(record).length === 0) continue;
    code = Math.max(code, await measure(command, record, (dir) => sumUp(command, writeReport(dir).figures)));
  }
  return code;
}

/** @param {string} resultsDir @param {StudySession} session @returns {Record<string, string>} folders of its runs that have a bundle, by name */
export function runDirs(resultsDir, { known }) {
  const ids = runIds(resultsDir);
  const there = Object.entries(known).filter(([, { id }]) => ids.includes(id));
  return Object.fromEntries(there.map(([name, { id }]) => [name, path.join(resultsDir, id)]));
}
