/** A session: the engine is made, does its work, and all of its processes end whatever happens. What is measured is kept where it cannot go on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { clearLogs, makeEngine } from '../../engines/index.js';
import { environmentOf } from '../../plan/environment.js';
import { runIdAt } from '../../plan/run.js';
import { SCHEMA } from '../../record/json/file.js';
import { RunAborted } from '../../util/errors.js';
import { requireWritable } from '../../util/files.js';
import { untilAborted } from '../../util/interruption.js';
import { exitText } from '../../util/text.js';
import { circumstancesOf } from '../circumstances.js';

/**
 * @typedef {import('../../setup/command.js').Command} Command
 * @typedef {import('../../engines/engine.js').Engine} Engine
 * @typedef {import('../../record/journal/journal.js').Journal<any>} AnyJournal
 *
 * @typedef {object} Asked
 * @property {string[]} targets those that will be started: their ports must be free
 * @property {string[]} scenarios what they need is started, too
 * @property {import('../../record/run.js').Settings | null} [settings]
 * @property {number | null} [databaseRttMs]
 *
 * @typedef {Asked & import('../../record/json/limits.js').RequestedLimits} Plan of a session
 *
 * @typedef {object} Session
 * @property {Plan} plan
 * @property {Engine} engine nothing of it is started yet
 * @property {import('../../setup/index.js').Tools} tools
 * @property {AbortSignal} signal aborted when the user interrupts the command, or a service that all parts need has ended by itself: what is cut short has
 *   not failed, and shows nothing
 */

/** A run continues without it: it has only live data, which no figure of the report needs. */
const DISPENSABLE = 'influxdb';
/** What was under way notices the end of its processes within that time, and closes its files. */
const CLOSING_MS = 200;

/**
 * @template T
 * @param {Command} command with the catalogue of the plan
 * @param {Plan} plan
 * @param {(session: Session) => Promise<T>} work
 * @param {{ mayLack?: boolean }} [how] `mayLack`: what scenarios need and cannot be had here is left out, with a warning
 * @returns {Promise<T>}
 */
export async function withEngine(command, plan, work, { mayLack = false } = {}) {
  const { needs, ...variation } = environmentOf({ ...plan, catalogue: command.catalogue });
  const { engine, tools } = await untilAborted(makeEngine(command, plan, variation), command.signal);
  try {
    const there = mayLack ? await engine.obtainable(needs) : needs;
    for (const name of needs) if (!there.includes(name)) command.warn(`${name} cannot be had here: scenarios that need it fail`);
    await engine.preflight(plan.targets, there);
    clearLogs(command.cacheDir);
    const gone = new AbortController();
    engine.onServiceExit((name, exit) => {
      if (name !== DISPENSABLE) gone.abort(new RunAborted(`${name} ended by itself (${exitText(exit)})`));
    });
    return await work({ plan, engine, tools, signal: AbortSignal.any([command.signal, gone.signal]) });
  } finally {
    await engine.stop();
  }
}

/** Starts the database, seeded, the observers and what the scenarios of the session need. @param {Engine} engine */
export async function startServices(engine) {
  await engine.startServices();
  await engine.resetDatabase();
}

/**
 * @template {AnyJournal} J
 * @typedef {object} Recorded what differs between the commands that measure
 * @property {(session: Session) => J} open its journal
 * @property {(session: Session, journal: J) => Promise<void>} measure
 * @property {(journal: J) => string[]} kept what is left where it cannot go on, in lines for the user; none: nothing that is worth keeping
 * @property {(session: Session, journal: J) => Promise<void>} [after] when everything is measured, before the engine ends
 */

/**
 * A session that measures.
 * @template {AnyJournal} J
 * @param {Command} command with the catalogue of the plan
 * @param {Plan} plan
 * @param {Recorded<J>} how
 * @returns {Promise<J>} with all that was to be measured
 * @throws {Error} where it could not go on; what was measured is kept
 */
export async function recorded(command, plan, { open, measure, kept, after }) {
  requireWritable(command.resultsDir, 'results/');
  return withEngine(command, plan, async (session) => {
    const journal = open(session);
    try {
      await untilAborted(measure(session, journal), session.signal);
      journal.end();
    } catch (error) {
      await keepMeasured(command, session.engine, journal, kept);
      throw error;
    }
    await after?.(session, journal);
    return journal;
  });
}

/**
 * @template {AnyJournal} J
 * @param {Pick<Command, 'warn'>} command
 * @param {Engine} engine
 * @param {J} journal
 * @param {(journal: J) => string[]} kept
 */
export async function keepMeasured({ warn }, engine, journal, kept) {
  // Whoever made the engine reports a process that cannot be ended.
  await engine.stop().catch(() => {});
  await sleep(CLOSING_MS);
  const lines = kept(journal);
  if (lines.length === 0) journal.drop();
  for (const line of lines) warn(line);
}

/**
 * @template {object} P
 * @param {Command} command
 * @param {Session} session
 * @param {string} name of the command
 * @param {P} plan as the record has it
 * @returns what the record of a command with a folder of its own begins with
 */
export function begun(command, session, name, plan) {
  const startedAt = new Date().toISOString();
  const heading = { schema: /** @type {typeof SCHEMA} */ (SCHEMA), id: runIdAt(startedAt, name), startedAt, endedAt: null };
  return { ...heading, ...plan, ...circumstancesOf(command, session), catalogue: command.catalogue };
}
