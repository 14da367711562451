/** A session: the engine is made, does its work, and all of its processes end whatever happens. What is measured is kept where it cannot go on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { clearLogs, makeEngine } from '../../engines/index.ts';
import { needsOf } from '../../plan/pairs.ts';
import { runIdAt } from '../../plan/run.ts';
import { SCHEMA } from '../../record/json/file.ts';
import { RunAborted } from '../../util/errors.ts';
import { requireWritable } from '../../util/files.ts';
import { untilAborted } from '../../util/interruption.ts';
import { exitText } from '../../util/text.ts';
import { circumstancesOf } from '../circumstances.ts';
import { verify, type Verification } from '../../verify/index.ts';
import { roundTrips } from '../../verify/statements.ts';
import type { Run } from '../../record/run.ts';
import type { RequestedLimits } from '../../record/json/limits.ts';
import type { Engine } from '../../engines/engine.ts';
import type { Tools } from '../../setup/index.ts';
import type { Command } from '../../setup/command.ts';

type AnyJournal = { end: () => void; drop: () => void };

/** Of a session. What the scenarios need is started, too; the ports of all targets must be free. */
export type Plan = Pick<Run, 'targets' | 'scenarios'> & Partial<Pick<Run, 'settings' | 'databaseRttMs' | 'profileCpu'>> & RequestedLimits;

export interface Session {
  plan: Plan;
  /** nothing of it is started yet */
  engine: Engine;
  tools: Tools;
  /** aborted by the user, or when a service that all parts need has ended by itself: what is cut short has not failed, and shows nothing */
  signal: AbortSignal;
}

/** A run continues without it: it has only live data, which no figure of the report needs. */
const DISPENSABLE = 'influxdb';
/** What was under way notices the end of its processes within that time, and closes its files. */
const CLOSING_MS = 200;

/** @param command with the plan's catalogue @param how `mayLack`: what scenarios need and cannot be had is left out, with a warning */
export async function withEngine<T>(
  command: Command,
  plan: Plan,
  work: (session: Session) => Promise<T>,
  { mayLack = false }: { mayLack?: boolean } = {},
): Promise<T> {
  const { settings, databaseRttMs, profileCpu: samplesCpu } = plan;
  const needs = needsOf(command.catalogue, plan.scenarios);
  const making = makeEngine(command, plan, { settings: settings?.name, databaseRttMs, samplesCpu });
  const { engine, tools } = await untilAborted(making, command.signal);
  try {
    const there = (mayLack ? await engine.obtainable?.(needs) : needs) ?? needs;
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

/** Starts the database, seeded, the observers and what the scenarios of the session need. */
export async function startServices(engine: Engine) {
  await engine.startServices();
  await engine.resetDatabase();
}

type Verified = Pick<Run, 'refused'> & { verified: NonNullable<Run['verified']> };

/** It must refuse a flawed target, which is measured anyway, to show what the fault causes. @throws {RunAborted} after all differences were printed */
export async function verifyFirst(
  { catalogue, log, warn }: Command,
  engine: Engine,
  { targets, scenarios, databaseRttMs }: Pick<Run, 'targets' | 'scenarios'> & Partial<Pick<Run, 'databaseRttMs'>>,
): Promise<Verified> {
  const verification = await verify({ catalogue, engine, targets, scenarios, databaseRttMs, short: true });
  const flawed = targets.filter((name) => catalogue.targets[name].flawed);
  const ofFlawed = verification.refused.filter(({ target }) => flawed.includes(target));
  const others = verification.differences.filter((each) => !ofFlawed.some(({ sentence }) => sentence === each));
  if (others.length > 0) {
    for (const difference of others) warn(difference);
    throw new RunAborted('not measured: the targets do not do the same work (details above; make verify shows all)');
  }
  const refused: Record<string, string> = {};
  for (const name of flawed) {
    const found = ofFlawed.find(({ target }) => target === name);
    if (!found) throw new RunAborted(`not measured: ${name} shows a fault, and the verification did not find it`);
    refused[name] = found.sentence;
  }
  for (const fault of Object.values(refused)) warn(`refused, and measured only to show what it causes: ${fault}`);
  const honest = targets.filter((name) => !flawed.includes(name));
  const { at, seconds } = verification;
  const same = honest.length === 1 ? 'does what its scenarios ask for' : 'do the same work';
  log(`verified in ${Math.round(seconds)} s: ${honest.join(', ')} ${same}`);
  return { verified: { at, seconds, targets: honest, scenarios, roundTrips: roundTripsOf(verification) }, refused };
}

function roundTripsOf({ scenarios, rows }: Verification): Verified['verified']['roundTrips'] {
  return Object.fromEntries(
    scenarios.map((name) => {
      const own = rows.filter(({ scenario }) => scenario === name);
      return [name, Object.fromEntries(own.map(({ target, statements }) => [target, roundTrips(statements)]))];
    }),
  );
}

/** what differs between the commands that measure */
interface Recorded<J extends AnyJournal> {
  open: (session: Session) => J;
  measure: (session: Session, journal: J) => Promise<void>;
  /** what is left where it cannot go on, in lines for the user; none: nothing that is worth keeping */
  kept: (journal: J) => string[];
  /** when everything is measured, before the engine ends */
  after?: (session: Session, journal: J) => Promise<void>;
}

/** @param command with the plan's catalogue @returns with all that was to be measured @throws {Error} else; what was measured is kept */
export async function recorded<J extends AnyJournal>(command: Command, plan: Plan, how: Recorded<J>): Promise<J> {
  requireWritable(command.resultsDir, 'results/');
  return withEngine(command, plan, async (session) => {
    const journal = how.open(session);
    try {
      await untilAborted(how.measure(session, journal), session.signal);
      journal.end();
    } catch (error) {
      await keepMeasured(command.warn, session.engine, journal, () => how.kept(journal));
      throw error;
    }
    await how.after?.(session, journal);
    return journal;
  });
}

export async function keepMeasured(warn: Command['warn'], engine: Pick<Engine, 'stop'>, journal: AnyJournal, kept: () => string[]) {
  // Whoever made the engine reports a process that cannot be ended.
  await engine.stop().catch(() => {});
  await sleep(CLOSING_MS);
  const lines = kept();
  if (lines.length === 0) journal.drop();
  for (const line of lines) warn(line);
}

/** @param name of the command @param plan as recorded @returns what the record of a command with a folder of its own begins with */
export function begun<P extends object>(command: Command, session: Session, name: string, plan: P) {
  const startedAt = new Date().toISOString();
  const heading = { schema: SCHEMA, id: runIdAt(startedAt, name), startedAt, endedAt: null } as const;
  return { ...heading, ...plan, ...circumstancesOf(command, session), catalogue: command.catalogue };
}
