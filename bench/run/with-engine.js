/** Sets up, makes the engine, does some work with it, and ends every process whatever happened. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { connectDockerEngine } from '../engines/docker/index.js';
import { createNativeEngine } from '../engines/native/index.js';
import { RunAborted } from '../util/errors.js';
import { chooseEngine } from '../plan/knobs.js';
import { isAlive } from '../setup/cache.js';
import { setUp, USUAL_NEEDS } from '../setup/index.js';
import { untilAborted } from '../util/interruption.js';

/** @typedef {import('../setup/command.js').Command} Command */
/** @typedef {import('../engines/engine.js').Engine} Engine */
/**
 * @typedef {object} Work
 * @property {Engine} engine nothing of it is started yet
 * @property {import('../setup/index.js').Tools} tools
 * @property {AbortSignal} gone aborted when a service that every cell needs has ended by itself
 *
 * @typedef {import('../engines/engine.js').Variation & { needs?: string[] }} Surroundings `needs`: neighbours that the scenarios need
 */

/** The run can do without it: it holds the live data, which no figure of the report needs. */
const DISPENSABLE = 'influxdb';

/**
 * @template T
 * @param {Command} command
 * @param {string[]} targets those that will be started: their ports must be free
 * @param {import('../plan/limits.js').Limits} limits
 * @param {(work: Work) => Promise<T>} work
 * @param {Surroundings} [surroundings]
 * @returns {Promise<T>}
 */
export async function withEngine(command, targets, limits, work, { needs = [], ...variation } = {}) {
  const { engine, tools } = await untilAborted(makeEngine(command, limits, variation), command.signal);
  try {
    await engine.preflight(targets, needs);
    // Not before: as long as its ports are taken, they are another run's.
    rmSync(logDirIn(command.cacheDir), { recursive: true, force: true });
    const controller = new AbortController();
    engine.onServiceExit((name, { code, signal: by }) => {
      if (name !== DISPENSABLE) controller.abort(new RunAborted(`${name} ended by itself (${by ?? `exit code ${code}`})`));
    });
    return await work({ engine, tools, gone: controller.signal });
  } finally {
    await engine.stop();
  }
}

/**
 * @param {Command} command
 * @param {import('../plan/limits.js').Limits} limits
 * @param {import('../engines/engine.js').Variation} variation
 * @returns {Promise<{ engine: Engine, tools: import('../setup/index.js').Tools }>}
 */
async function makeEngine({ catalogue, root, cacheDir, env, log }, limits, variation) {
  if (chooseEngine(env.ENGINE) === 'docker') {
    return connectDockerEngine({ catalogue, root, env, targetCpus: limits.targetCpus, ...variation });
  }
  /** @type {import('../setup/index.js').Need[]} */
  const needs = variation.databaseRttMs ? [...USUAL_NEEDS, 'toxiproxy'] : USUAL_NEEDS;
  const tools = await setUp({ catalogue, root, cacheDir, log, needs });
  const folders = { workDir: freshWorkDir(cacheDir), logDir: logDirIn(cacheDir) };
  return { tools, engine: createNativeEngine({ catalogue, root, tools, ...folders, limits, ...variation, log }) };
}

/**
 * Starts the database, seeded, the observers and the neighbours that `withEngine` was told are needed.
 * @param {Engine} engine
 */
export async function startServices(engine) {
  await engine.startServices();
  await engine.resetDatabase();
}

/**
 * The logs of the last run's processes are kept: they say why a target died.
 * @param {string} cacheDir
 */
function logDirIn(cacheDir) {
  return path.join(cacheDir, 'logs');
}

/**
 * Data folders of runs that were killed are removed on the way.
 * @param {string} cacheDir
 */
function freshWorkDir(cacheDir) {
  const parent = path.join(cacheDir, 'running');
  mkdirSync(parent, { recursive: true });
  for (const pid of readdirSync(parent)) {
    if (!isAlive(Number(pid))) rmSync(path.join(parent, pid), { recursive: true, force: true });
  }
  const dir = path.join(parent, String(process.pid));
  // In containers process ids come again soon.
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  return dir;
}
