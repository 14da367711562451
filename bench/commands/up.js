/** `make up` and `make down`: services and targets without load, kept by a process in the background. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../util/errors.js';
import { asUsageError } from '../plan/knobs.js';
import { limitsOf } from '../plan/limits.js';
import { chooseTargets, needsOf } from '../plan/pairs.js';
import { chooseSettings, databaseRttMs } from '../plan/surroundings.js';
import { untilAborted } from '../util/interruption.js';
import { startServices, withEngine } from '../run/with-engine.js';
import { waitUntil } from '../util/wait.js';

/** @typedef {import('../setup/command.js').Command} Command */

/** MariaDB and a busy JVM may each take several seconds to end. */
const DOWN_WITHIN_MS = 40_000;

/** @param {Command} command */
function keeperFiles({ cacheDir }) {
  return { pidFile: path.join(cacheDir, 'up.pid'), logFile: path.join(cacheDir, 'up.log') };
}

/** @param {Command} command @returns {import('../run/with-engine.js').Surroundings} with whatever a request by hand may need */
function surroundings({ catalogue, env }) {
  return {
    needs: needsOf(catalogue, env.TARGETS ? Object.keys(catalogue.scenarios) : []),
    settings: chooseSettings(env.SETTINGS, catalogue),
    databaseRttMs: asUsageError(() => databaseRttMs(env.DB_RTT_MS)),
  };
}

/**
 * Starts the keeper and waits until it says that all is ready.
 * @param {Command} command
 * @returns {Promise<number>} exit code
 */
export async function up(command) {
  const { cacheDir, env, catalogue, log } = command;
  chooseTargets(env.TARGETS, catalogue);
  asUsageError(() => limitsOf(env));
  surroundings(command);
  if (keeperPid(command)) throw new UsageError('already up: make down ends it');
  const { pidFile, logFile } = keeperFiles(command);
  mkdirSync(cacheDir, { recursive: true });
  const output = openSync(logFile, 'w');
  const cli = fileURLToPath(new URL('../cli.js', import.meta.url));
  const keeper = spawn(process.execPath, [cli, 'keep'], { detached: true, stdio: ['ignore', output, output, 'ipc'] });
  closeSync(output);
  writeFileSync(pidFile, String(keeper.pid));
  try {
    for (const line of await untilAborted(firstWord(keeper, logFile), command.signal)) log(line);
  } catch (error) {
    keeper.kill('SIGTERM');
    rmSync(pidFile, { force: true });
    throw error;
  }
  keeper.disconnect();
  keeper.unref();
  return 0;
}

/**
 * @param {import('node:child_process').ChildProcess} keeper
 * @param {string} logFile
 * @returns {Promise<string[]>} lines for the user
 */
function firstWord(keeper, logFile) {
  return new Promise((resolve, reject) => {
    keeper.once('message', (lines) => resolve(/** @type {string[]} */ (lines)));
    keeper.once('exit', () => {
      const lastLine = readFileSync(logFile, 'utf8').trimEnd().split('\n').at(-1);
      reject(new UsageError(lastLine || `it ended; see ${logFile}`));
    });
  });
}

/**
 * The keeper: runs until it is told to end.
 * @param {Command} command
 * @returns {Promise<number>} exit code
 */
export async function keep(command) {
  const { catalogue, env, signal } = command;
  const targets = chooseTargets(env.TARGETS, catalogue);
  const work = async (/** @type {import('../run/with-engine.js').Work} */ { engine, gone }) => {
    const start = async () => {
      await startServices(engine);
      await Promise.all(targets.map((target) => engine.startTarget(target)));
    };
    const ended = AbortSignal.any([signal, gone]);
    await untilAborted(start(), ended);
    const { endpoints } = engine;
    const lines = targets.map((target) => `${target}: ${endpoints.target(target)}, metrics ${endpoints.metrics(target)}`);
    const observers = [`InfluxDB: ${endpoints.influx.url}, Prometheus: ${endpoints.prometheus}`, engine.dashboard()];
    process.send?.([...lines, ...observers, 'make down ends all of it']);
    await untilAborted(new Promise(() => setInterval(() => {}, 60_000)), ended).catch((reason) => {
      if (!signal.aborted) throw reason;
    });
    return 0;
  };
  return withEngine(
    command,
    targets,
    asUsageError(() => limitsOf(env)),
    work,
    surroundings(command),
  );
}

/**
 * @param {Command} command
 * @returns {number | null} pid of the running keeper
 */
function keeperPid(command) {
  const { pidFile } = keeperFiles(command);
  if (!existsSync(pidFile)) return null;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  return isKeeper(pid) ? pid : null;
}

/** @param {number} pid may have gone to another program since */
function isKeeper(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes('keep');
  } catch {
    return false;
  }
}

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code
 */
export async function down(command) {
  const { pidFile, logFile } = keeperFiles(command);
  const pid = keeperPid(command);
  if (pid) process.kill(pid, 'SIGTERM');
  if (pid && !(await waitUntil(() => !isKeeper(pid), { everyMs: 100, withinMs: DOWN_WITHIN_MS })))
    throw new UsageError(`process ${pid}, which started all, has not ended within ${DOWN_WITHIN_MS / 1000} s: see ${logFile}`);
  rmSync(pidFile, { force: true });
  command.log(pid ? 'all is stopped' : 'nothing was up');
  return 0;
}
