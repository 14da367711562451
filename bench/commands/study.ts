/** `make study`, `make studies`: published experiments measured again, and whether their conclusions hold. */
import path from 'node:path';
import { refuseOtherKnobs } from '../plan/study.ts';
import { conclusionsText, writeStudies, writeStudy } from '../report/study/index.ts';
import { tallyText } from '../report/study/tables.ts';
import {
  measureSession,
  newestSessions,
  newSession,
  recordedSession,
  resumedSession,
  resultOf,
  sessionsText,
  sharedMinutes,
  withShares,
  type StudySession,
} from '../run/study.ts';
import { chooseStudy, STUDIES } from '../studies/index.ts';
import { messageOf, UsageError } from '../util/errors.ts';
import type { Command } from '../setup/command.ts';

/** @returns with RUN one that is not to be measured @throws {UsageError} one line */
export function planStudy(command: Command): StudySession {
  const { env } = command;
  if (env.RUN && env.RESUME) throw new UsageError(`RESUME=${env.RESUME}: RUN=${env.RUN} measures nothing; one of both is accepted`);
  if (env.RUN || env.RESUME) refuseOtherKnobs(env, env.RUN ? 'RUN' : 'RESUME');
  if (env.RUN) return recordedSession(command, 'RUN');
  return env.RESUME ? resumedSession(command) : newSession(command, chooseStudy(env.STUDY));
}

/** @returns exit code: 0 if every part is ok, 1 if one failed @throws {Error} if a run could not go on; it can be resumed */
export async function study(command: Command): Promise<number> {
  const session = planStudy(command);
  let code = 0;
  if (!command.env.RUN) {
    command.log(sessionsText(command, [session]));
    code = await measureSession(command, session);
  }
  makePageOfAll(command);
  makePage(command, session);
  return code;
}

/** @throws {UsageError} one line */
export function planStudies(command: Command): StudySession[] {
  return STUDIES.map((each) => newSession(command, each));
}

/** @returns exit code: 0 if every part of every study is ok, 1 if not */
export async function studies(command: Command): Promise<number> {
  const minutes = sharedMinutes(command.env);
  const startedMs = performance.now();
  const shared = (sessions: StudySession[]) =>
    minutes === null ? sessions : withShares(command, sessions, minutes - (performance.now() - startedMs) / 60_000);
  let left = shared(planStudies(command));
  command.log(sessionsText(command, left));
  let code = 0;
  // What a study leaves of its time is shared by those after it.
  for (; left.length > 0; left = shared(left.slice(1))) {
    const [session] = left;
    try {
      code = Math.max(code, await measureSession(command, session));
      makePage(command, session);
    } catch (error) {
      if (command.signal.aborted) throw error;
      // The other studies need nothing of this one.
      command.warn(`${session.study.id}: ${messageOf(error)}`);
      code = 1;
    }
  }
  makePageOfAll(command);
  return code;
}

function makePage({ resultsDir, root, log }: Command, session: StudySession) {
  const result = resultOf(resultsDir, session);
  const page = writeStudy(resultsDir, result);
  log(conclusionsText(result));
  log(`\npage: ${path.relative(root, page)}`);
}

/** Each study as it was measured here last: a study may be measured on its own, and is in containers. */
function makePageOfAll({ resultsDir, root, log, warn }: Command) {
  try {
    const results = newestSessions(resultsDir).map((session) => resultOf(resultsDir, session));
    log(`all studies measured here: ${path.relative(root, writeStudies(resultsDir, results))} (${tallyText(results)})`);
  } catch (error) {
    // Another study's damaged bundle is no reason to leave this one without its page.
    warn(`no page of all studies: ${messageOf(error)}`);
  }
}
