/** `make study`, `make studies`: published experiments measured again, and whether their conclusions hold. */
import path from 'node:path';
import { readRun, runIds } from '../record/bundle-writer.js';
import { UsageError } from '../util/errors.js';
import { chooseStudy, STUDIES } from '../studies/index.js';
import { knobsOf, refuseOtherKnobs, studyOptions, studyRuns } from '../plan/study.js';
import { newRun } from '../plan/run.js';
import { plural } from '../util/text.js';
import { conclusionsText, studyResult, writeStudies, writeStudy } from '../report/study/index.js';
import { writeReport } from '../report/index.js';
import { newestCalibration } from '../record/calibration.js';
import { measure, pendingOf } from '../run/measure.js';
import { estimateSeconds, roughly } from '../measure/progress.js';
import { sum } from '../util/math.js';
import { sumUp } from '../run/sum-up.js';

/** @typedef {import('../record/bundle-writer.js').RunRecord} RunRecord */
/** @typedef {import('../setup/command.js').Command} Command */
/** @typedef {import('../studies/types.js').Study} Study */
/** @typedef {import('../studies/types.js').StudyRun} StudyRun */
/**
 * @typedef {object} Session one study, measured once
 * @property {Study} study
 * @property {string} id recorded with each of its runs
 * @property {Record<string, string>} knobs
 * @property {StudyRun[]} runs
 * @property {Record<string, RunRecord>} known its runs that are on disk, by name
 */

/** What a run takes beside its cells: database and observers, then each target's start and the short verification of it. */
const START_SECONDS = 15;
const TARGET_SECONDS = 10;

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every cell is ok, 1 if one failed
 * @throws {Error} if a run could not go on; what was measured is kept and can be resumed
 */
export async function study(command) {
  const { env, resultsDir, log } = command;
  if (env.RUN && env.RESUME) throw new UsageError(`RESUME=${env.RESUME}: RUN=${env.RUN} measures nothing; one of both is accepted`);
  if (env.RUN || env.RESUME) refuseOtherKnobs(env, env.RUN ? 'RUN' : 'RESUME');
  if (env.RUN) {
    const known = sessionOf(resultsDir, 'RUN', env.RUN, env.STUDY);
    makePageOfAll(command);
    makePage(command, known);
    return 0;
  }
  const session = env.RESUME ? sessionOf(resultsDir, 'RESUME', env.RESUME, env.STUDY) : newSession(command, chooseStudy(env.STUDY));
  log(planText(command, [session]));
  const code = await measureSession(command, session);
  makePageOfAll(command);
  makePage(command, session);
  return code;
}

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every cell of every study is ok, 1 if not
 */
export async function studies(command) {
  const sessions = STUDIES.map((each) => newSession(command, each));
  command.log(planText(command, sessions));
  let code = 0;
  for (const session of sessions) {
    try {
      code = Math.max(code, await measureSession(command, session));
      makePage(command, session);
    } catch (error) {
      if (command.signal.aborted) throw error;
      // The other studies need nothing of this one.
      command.warn(`${session.study.id}: ${/** @type {Error} */ (error).message}`);
      code = 1;
    }
  }
  makePageOfAll(command);
  return code;
}

/** @param {Command} command @param {Study} chosen @returns {Session} */
function newSession({ env, catalogue }, chosen) {
  const knobs = knobsOf(env);
  const runs = studyRuns(chosen, knobs);
  for (const run of runs) studyOptions(run, knobs, catalogue, env.ENGINE);
  const id = `${chosen.id}-${new Date().toISOString()}`;
  return { study: chosen, id, knobs, runs, known: {} };
}

/**
 * @param {string} resultsDir
 * @param {string} knob that named the run, for the message
 * @param {string} id of one of its runs
 * @param {string | undefined} studyId given beside it
 * @returns {Session}
 * @throws {UsageError} if it is no run of a study, or of another one
 */
function sessionOf(resultsDir, knob, id, studyId) {
  const { study: part } = readRun(resultsDir, knob, id);
  if (!part) throw new UsageError(`${knob}=${id}: that is no run of a study`);
  if (studyId && studyId !== part.id) throw new UsageError(`STUDY=${studyId}: ${id} is a run of ${part.id}`);
  return sessionOfPart(part, recordsIn(resultsDir));
}

/** @param {string} resultsDir @returns {RunRecord[]} of all runs whose record can be read, oldest first: a damaged one is no reason to show none */
function recordsIn(resultsDir) {
  return runIds(resultsDir).flatMap((each) => {
    try {
      return [readRun(resultsDir, 'RUN', each)];
    } catch {
      return [];
    }
  });
}

/** @param {NonNullable<RunRecord['study']>} part of the session @param {RunRecord[]} records @returns {Session} */
function sessionOfPart(part, records) {
  const own = records.filter((record) => record.study?.session === part.session);
  const known = Object.fromEntries(own.map((record) => [record.study?.run, record]));
  const chosen = chooseStudy(part.id);
  return { study: chosen, id: part.session, knobs: part.knobs, runs: studyRuns(chosen, part.knobs), known };
}

/** @param {Command} command @param {Session} session @param {StudyRun} run @returns {RunRecord} as it is on disk, or planned */
function recordOf({ env, catalogue, resultsDir }, { study: { id }, id: session, knobs, known }, run) {
  if (known[run.name]) return known[run.name];
  const options = studyOptions(run, knobs, catalogue, env.ENGINE);
  const part = { id, run: run.name, session, knobs };
  return { ...newRun(options, catalogue, `${id}-${run.name}`), calibration: newestCalibration(resultsDir), study: part };
}

/**
 * @param {Command} command
 * @param {Session[]} sessions
 * @returns {string} a line per run, and how long all of it takes
 */
function planText(command, sessions) {
  const lines = sessions.flatMap((session) =>
    session.runs.map((run) => {
      const record = recordOf(command, session, run);
      const cells = pendingOf(record);
      const seconds = cells.length === 0 ? 0 : START_SECONDS + TARGET_SECONDS * record.targets.length + sum(estimateSeconds(record, cells));
      return {
        seconds,
        text: `  ${session.study.id} ${run.name}: ${run.title}; ${plural(cells.length, 'cell')}, at most about ${roughly(seconds)}`,
      };
    }),
  );
  const title = sessions.length === 1 ? `${sessions[0].study.id}: ${sessions[0].study.title}` : `${sessions.length} studies`;
  return [`${title}; at most about ${roughly(sum(lines.map(({ seconds }) => seconds)))}`, ...lines.map(({ text }) => text)].join('\n');
}

/** @param {Command} command @param {Session} session @returns {Promise<number>} exit code */
async function measureSession(command, session) {
  let code = 0;
  for (const run of session.runs) {
    // In containers each run is a command of its own (bench/engines/docker/stack.sh).
    if (command.env.STUDY_PART && command.env.STUDY_PART !== run.name) continue;
    const record = recordOf(command, session, run);
    session.known[run.name] = record;
    if (pendingOf(record).length === 0) continue;
    const { figures } = writeReport(await measure(command, record, 'make study'));
    code = Math.max(code, sumUp(command, figures));
  }
  return code;
}

/** @param {Command} command @param {Session} session */
function makePage(command, session) {
  const result = studyResult(session.study, dirsOf(command, session));
  const page = writeStudy(command.resultsDir, result);
  command.log(conclusionsText(result));
  command.log(`\npage: ${path.relative(command.root, page)}`);
}

/**
 * Each study as it was measured here last: a study may be measured on its own, and is in containers.
 * @param {Command} command
 */
function makePageOfAll(command) {
  const { resultsDir, root, log, warn } = command;
  const records = recordsIn(resultsDir);
  const sessions = STUDIES.flatMap(({ id }) => {
    const part = records.findLast(({ study: each }) => each?.id === id)?.study;
    return part ? [sessionOfPart(part, records)] : [];
  });
  try {
    const results = sessions.map((session) => studyResult(session.study, dirsOf(command, session)));
    log(`all studies measured here: ${path.relative(root, writeStudies(resultsDir, results))}`);
  } catch (error) {
    // Another study's damaged bundle is no reason to leave this one without its page.
    warn(`no page of all studies: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {Command} command @param {Session} session @returns {Record<string, string>} folders of its runs that have a bundle */
function dirsOf({ resultsDir }, { known }) {
  const ids = runIds(resultsDir);
  const there = Object.entries(known).filter(([, { id }]) => ids.includes(id));
  return Object.fromEntries(there.map(([name, { id }]) => [name, path.join(resultsDir, id)]));
}
