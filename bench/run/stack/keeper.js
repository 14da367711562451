/** The keeper: a process in the background that keeps services and targets up until it is asked to stop. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireCache } from '../../setup/cache.js';
import { UsageError } from '../../util/errors.js';
import { untilAborted } from '../../util/interruption.js';
import { waitUntil } from '../../util/wait.js';
import { startServices, withEngine } from './session.js';

/** @typedef {import('../../setup/command.js').Command} Command */

/** MariaDB and a busy JVM may each take several seconds to end. */
const DOWN_WITHIN_MS = 40_000;

/** @param {Command} command */
function keeperFiles({ cacheDir }) {
  return { pidFile: path.join(cacheDir, 'up.pid'), logFile: path.join(cacheDir, 'up.log') };
}

/**
 * Starts the keeper and waits until it reports that everything is ready.
 * @param {Command} command
 * @returns {Promise<string[]>} lines for the user
 */
export async function startKeeper(command) {
  const { cacheDir, env, signal } = command;
  const { pidFile, logFile } = keeperFiles(command);
  requireCache(cacheDir);
  const output = openSync(logFile, 'w');
  const cli = fileURLToPath(new URL('../../cli.js', import.meta.url));
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

/** @param {import('node:child_process').ChildProcess} keeper @param {string} logFile @returns {Promise<string[]>} lines for the user */
function firstMessage(keeper, logFile) {
  return new Promise((resolve, reject) => {
    keeper.once('message', (lines) => resolve(/** @type {string[]} */ (lines)));
    keeper.once('exit', () => {
      const lastLine = readFileSync(logFile, 'utf8').trimEnd().split('\n').at(-1);
      reject(new UsageError(lastLine || `it ended; see ${logFile}`));
    });
  });
}

/**
 * What the keeper does: starts everything, reports it, and runs until it is asked to stop.
 * @param {Command} command
 * @param {import('./session.js').Plan} plan
 */
export async function keepUp(command, plan) {
  const { targets } = plan;
  const work = async (/** @type {import('./session.js').Session} */ { engine, signal }) => {
    await untilAborted(startAll(engine, targets), signal);
    const { endpoints } = engine;
    const lines = targets.map((target) => `${target}: ${endpoints.target(target)}, metrics ${endpoints.metrics(target)}`);
    const observers = `InfluxDB: ${endpoints.influx.url}, Prometheus: ${endpoints.prometheus}`;
    process.send?.([...lines, observers, ...closingLines(engine, targets)]);
    await stayAliveUntil(signal).catch((reason) => {
      if (!command.signal.aborted) throw reason;
    });
  };
  await withEngine(command, plan, work, { mayLack: true });
}

/** @param {import('../../engines/engine.js').Engine} engine @param {string[]} targets */
export async function startAll(engine, targets) {
  await startServices(engine);
  await Promise.all(targets.map((target) => engine.startTarget(target)));
}

/** @param {import('../../engines/engine.js').Engine} engine @param {string[]} targets @returns {string[]} what can be done now */
export function closingLines(engine, targets) {
  return [engine.dashboard(), `load that the dashboard shows: make k6 SCENARIO=read TARGET=${targets[0]}`, 'make down ends all of it'];
}

/**
 * Makes this process the one that `make down` ends, and waits for that, or for an interruption.
 * @param {Command} command
 * @param {AbortSignal} gone aborted when a service has ended by itself
 */
export async function holdUntilDown(command, gone) {
  const { signal, cacheDir, warn } = command;
  const { pidFile } = keeperFiles(command);
  requireCache(cacheDir);
  writeFileSync(pidFile, String(process.pid));
  try {
    await stayAliveUntil(AbortSignal.any([signal, gone]));
  } catch (reason) {
    if (!signal.aborted) warn(/** @type {Error} */ (reason).message);
  } finally {
    rmSync(pidFile, { force: true });
  }
}

/** A promise alone does not keep a process alive. @param {AbortSignal} ended @returns {Promise<never>} rejected with its reason */
async function stayAliveUntil(ended) {
  const alive = setInterval(() => {}, 60_000);
  try {
    return await untilAborted(new Promise(() => {}), ended);
  } finally {
    clearInterval(alive);
  }
}

/** @param {Command} command */
export function isUp(command) {
  return keeperPid(command) !== null;
}

/** @param {Command} command @returns {number | null} pid of the running keeper */
function keeperPid(command) {
  const { pidFile } = keeperFiles(command);
  if (!existsSync(pidFile)) return null;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  return isKeeper(pid) ? pid : null;
}

/** @param {number} pid may by now belong to another program */
function isKeeper(pid) {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.some((word) => path.basename(word) === 'cli.js');
  } catch {
    return false;
  }
}

/** @param {Command} command @returns {Promise<boolean>} whether a keeper was running */
export async function stopKeeper(command) {
  const { pidFile, logFile } = keeperFiles(command);
  const pid = keeperPid(command);
  if (pid) process.kill(pid, 'SIGTERM');
  if (pid && !(await waitUntil(() => !isKeeper(pid), { everyMs: 100, withinMs: DOWN_WITHIN_MS })))
    throw new UsageError(`the keeper (process ${pid}) has not ended within ${DOWN_WITHIN_MS / 1000} s: see ${logFile}`);
  rmSync(pidFile, { force: true });
  return pid !== null;
}
