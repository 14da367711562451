/** Makes the engine that ENGINE names. Nothing is started yet. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '../setup/cache.js';
import { setUp, USUAL_NEEDS } from '../setup/index.js';
import { connectDockerEngine } from './docker/index.js';
import { chooseEngine } from './engines.js';
import { createNativeEngine } from './native/index.js';

/** @typedef {import('../setup/command.js').Command} Command */
/** @typedef {import('../record/json/circumstances.js').RequestedLimits} Limits */
/** @typedef {import('./engine.js').Variation} Variation */
/** @typedef {{ engine: import('./engine.js').Engine, tools: import('../setup/index.js').Tools }} Made */

/** @type {Record<import('./engines.js').EngineName, (command: Command, limits: Limits, variation: Variation) => Promise<Made>>} */
const MAKERS = {
  docker({ catalogue, root, env }, { targetCpus }, variation) {
    return connectDockerEngine({ catalogue, root, env, targetCpus, ...variation });
  },
  async native({ catalogue, root, cacheDir, log }, limits, variation) {
    /** @type {import('../setup/index.js').Need[]} */
    const needs = variation.databaseRttMs ? [...USUAL_NEEDS, 'toxiproxy'] : USUAL_NEEDS;
    const tools = await setUp({ catalogue, root, cacheDir, log, needs });
    return { tools, engine: createNativeEngine({ catalogue, root, tools, ...workFolders(cacheDir), limits, ...variation }) };
  },
};

/**
 * @param {Command} command
 * @param {Limits} limits
 * @param {Variation} variation
 * @returns {Promise<Made>}
 */
export function makeEngine(command, limits, variation) {
  return MAKERS[chooseEngine(command.env.ENGINE)](command, limits, variation);
}

/** @param {string} cacheDir @returns {{ workDir: string, logDir: string }} of this process */
export function workFolders(cacheDir) {
  return { workDir: freshWorkDir(cacheDir), logDir: logDirIn(cacheDir) };
}

/**
 * Removes the logs of the run before, which were kept because they say why a target died. Not before `preflight`: as long as the ports are taken,
 * the logs are another run's.
 * @param {string} cacheDir
 */
export function clearLogs(cacheDir) {
  rmSync(logDirIn(cacheDir), { recursive: true, force: true });
}

/** @param {string} cacheDir */
function logDirIn(cacheDir) {
  return path.join(cacheDir, 'logs');
}

/**
 * Removes the data folders of runs that were killed, too.
 * @param {string} cacheDir
 */
function freshWorkDir(cacheDir) {
  const parent = path.join(cacheDir, 'running');
  mkdirSync(parent, { recursive: true });
  for (const pid of readdirSync(parent)) {
    if (!isAlive(Number(pid))) rmSync(path.join(parent, pid), { recursive: true, force: true });
  }
  const dir = path.join(parent, String(process.pid));
  // In containers process ids are soon used again.
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  return dir;
}
