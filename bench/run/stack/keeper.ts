/** The keeper: a process in the background that keeps services and targets up until it is asked to stop. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readIfThere } from '../../collect/proc.ts';
import { capabilitiesOf } from '../../engines/engines.ts';
import { dashboardAddress } from '../../engines/dashboard.ts';
import { keepsServices } from '../../plan/knobs.ts';
import { requireCache } from '../../setup/cache.ts';
import { UsageError, messageOf } from '../../util/errors.ts';
import { untilAborted } from '../../util/interruption.ts';
import { nowEpochMs } from '../../util/time.ts';
import { waitUntil } from '../../util/wait.ts';
import { startServices, withEngine, type Plan, type Session } from './session.ts';
import type { Command } from '../../setup/command.ts';
import type { Engine } from '../../engines/engine.ts';
import type { Run } from '../../record/run.ts';

/** MariaDB and a busy JVM may each take several seconds to end. */
const DOWN_WITHIN_MS = 40_000;

function keeperFiles({ cacheDir }: Command) {
  return { pidFile: path.join(cacheDir, 'up.pid'), logFile: path.join(cacheDir, 'up.log') };
}

/** Starts the keeper and waits until it reports that everything is ready. @returns lines for the user */
export async function startKeeper(command: Command): Promise<string[]> {
  const { cacheDir, env, signal } = command;
  const { pidFile, logFile } = keeperFiles(command);
  requireCache(cacheDir);
  const output = openSync(logFile, 'w');
  const cli = fileURLToPath(new URL('../../cli.ts', import.meta.url));
  const keeper = spawn(process.execPath, [cli, 'keep'], { detached: true, env, stdio: ['ignore', output, output, 'ipc'] });
  closeSync(output);
  writeFileSync(pidFile, String(keeper.pid));
  try {
    return await untilAborted(firstMessage(keeper, logFile), signal);
  } catch (error) {
    keeper.kill('SIGTERM');
    rmSync(pidFile, { force: true });
    throw error;
  } finally {
    if (keeper.connected) keeper.disconnect();
    keeper.unref();
  }
}

function firstMessage(keeper: ChildProcess, logFile: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    keeper.once('message', (lines: string[]) => resolve(lines));
    keeper.once('exit', () => {
      const lastLine = readFileSync(logFile, 'utf8').trimEnd().split('\n').at(-1);
      reject(new UsageError(lastLine || `it ended; see ${logFile}`));
    });
  });
}

/** What the keeper does: starts everything, reports it, and runs until it is asked to stop. */
export async function keepUp(command: Command, plan: Plan) {
  const { targets } = plan;
  await withAllUp(command, plan, async ({ engine, signal }) => {
    const { endpoints } = engine;
    const lines = targets.map((target) => `${target}: ${endpoints.target(target)}, metrics ${endpoints.metrics(target)}`);
    const observers = `InfluxDB: ${endpoints.influx.url}, Prometheus: ${endpoints.prometheus}`;
    process.send?.([...lines, observers, ...closingLines(engine, targets)]);
    await stayAliveUntil(signal).catch((reason) => {
      if (!command.signal.aborted) throw reason;
    });
  });
}

/** Starts all of the plan. What its scenarios need and cannot be had here is left out, with a warning. */
export async function withAllUp(command: Command, plan: Plan, then: (session: Session) => Promise<void>) {
  const started = async (engine: Engine) => {
    await startServices(engine);
    await Promise.all(plan.targets.map((target) => engine.targets.start(target)));
  };
  const work = async (session: Session) => {
    await untilAborted(started(session.engine), session.signal);
    await then(session);
  };
  await withEngine(command, plan, work, { mayLack: true });
}

/** @returns what can be done now */
export function closingLines(engine: Engine, targets: string[]): string[] {
  return [engine.dashboard().line, `load that the dashboard shows: make k6 SCENARIO=read TARGET=${targets[0]}`, 'make down ends all of it'];
}

/** Makes this process the one that `make down` ends, and waits for that or an interruption. @param gone aborted when a service has ended */
export async function holdUntilDown(command: Command, gone: AbortSignal) {
  const { signal, cacheDir, warn } = command;
  const { pidFile } = keeperFiles(command);
  requireCache(cacheDir);
  writeFileSync(pidFile, String(process.pid));
  try {
    await stayAliveUntil(AbortSignal.any([signal, gone]));
  } catch (reason) {
    if (!signal.aborted) warn(messageOf(reason));
  } finally {
    rmSync(pidFile, { force: true });
  }
}

/** A promise alone does not keep a process alive. @returns rejected with its reason */
async function stayAliveUntil(ended: AbortSignal): Promise<never> {
  const alive = setInterval(() => {}, 60_000);
  try {
    return await untilAborted(new Promise(() => {}), ended);
  } finally {
    clearInterval(alive);
  }
}

export function isUp(command: Command) {
  return keeperPid(command) !== null;
}

function keeperPid(command: Command): number | null {
  const pid = Number(readIfThere(keeperFiles(command).pidFile));
  return isKeeper(pid) ? pid : null;
}

/** @param pid may by now belong to another program, or to none */
function isKeeper(pid: number) {
  const words = readIfThere(`/proc/${pid}/cmdline`).split('\0');
  return words.some((word) => path.basename(word) === 'cli.ts');
}

/** @returns whether a keeper was running */
export async function stopKeeper(command: Command): Promise<boolean> {
  const { pidFile, logFile } = keeperFiles(command);
  const pid = keeperPid(command);
  if (pid) process.kill(pid, 'SIGTERM');
  if (pid && !(await waitUntil(() => !isKeeper(pid), { everyMs: 100, withinMs: DOWN_WITHIN_MS })))
    throw new UsageError(`the keeper (process ${pid}) has not ended within ${DOWN_WITHIN_MS / 1000} s: see ${logFile}`);
  rmSync(pidFile, { force: true });
  return pid !== null;
}

/** After a run, databases and Grafana stay for whoever looks at the dashboard, until somebody ends it. Nobody needs the targets then. */
export async function stayUp(command: Command, { engine, signal }: Session, { id, targets, startedAt }: Run) {
  const { url } = engine.dashboard();
  if (!staysUp(command.env, { hasDashboard: url !== null, isTerminal: process.stdout.isTTY === true })) return;
  await Promise.all(targets.map((target) => engine.targets.stop(target)));
  const { influx, prometheus } = engine.endpoints;
  const fromMs = Date.parse(startedAt);
  const where =
    url === null ? `InfluxDB: ${influx.url}, Prometheus: ${prometheus}` : dashboardAddress(url, { run: id, fromMs, toMs: nowEpochMs() });
  command.log(`the dashboard stays up until Ctrl-C or make down: ${where}`);
  await holdUntilDown(command, signal);
}

/** @returns if nobody said: where somebody sits at a terminal, and there is something to look at */
export function staysUp(env: Command['env'], { hasDashboard, isTerminal }: { hasDashboard: boolean; isTerminal: boolean }): boolean {
  if (capabilitiesOf(env.ENGINE).servicesOutliveRuns) return false;
  return keepsServices(env) ?? (hasDashboard && isTerminal);
}
