/** Makes the engine that ENGINE names. Nothing is started yet. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '../setup/cache.js';
import { OWN_NEEDS, setUp, USUAL_NEEDS } from '../setup/index.js';
import { connectDockerEngine } from './docker/index.js';
import { chooseEngine } from './engines.js';
import { connectKubernetesEngine, removeKubernetesStack } from './kubernetes/index.js';
import { findHierarchy, removeStaleGroups } from './native/cgroup.js';
import { NativeEngine } from './native/index.js';

/** @typedef {import('../setup/command.js').Command} Command */
/** @typedef {import('../record/json/limits.js').RequestedLimits} Limits */
/** @typedef {import('./engine.js').Variation} Variation */
/** @typedef {import('./engine.js').Engine & { tools: import('../setup/index.js').Tools }} Made */

/** @type {Record<import('./engines.js').EngineName, (command: Command, limits: Limits, variation: Variation) => Promise<Made>>} */
const MAKERS = {
  docker({ catalogue, root, env }, limits, variation) {
    return connectDockerEngine({ catalogue, root, env, limits, ...variation });
  },
  kubernetes({ catalogue, root, env, cacheDir, resultsDir }, limits, variation) {
    return connectKubernetesEngine({ catalogue, root, env, cacheDir, resultsDir, limits, ...variation });
  },
  async native({ catalogue, root, cacheDir, log }, limits, variation) {
    const usual = catalogue.own ? OWN_NEEDS : USUAL_NEEDS;
    /** @type {import('../setup/index.js').Need[]} */
    const needs = [...usual];
    if (variation.databaseRttMs) needs.push('toxiproxy');
    if (variation.samplesCpu) needs.push('jfrConverter');
    const tools = await setUp({ catalogue, root, cacheDir, log, needs });
    return new NativeEngine({ catalogue, root, tools, ...workFolders(cacheDir), limits, ...variation });
  },
};

/**
 * @param {Command} command
 * @param {Limits} limits
 * @param {Variation} variation
 * @returns {Promise<{ engine: import('./engine.js').Engine, tools: import('../setup/index.js').Tools }>}
 */
export async function makeEngine(command, limits, variation) {
  const engine = await MAKERS[chooseEngine(command.env.ENGINE)](command, limits, variation);
  return { engine, tools: engine.tools };
}

/**
 * Removes the parts that outlive runs, where that is this process's task.
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<boolean>} whether there were any
 */
export async function takeDown(env) {
  return chooseEngine(env.ENGINE) === 'kubernetes' && removeKubernetesStack(env);
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
 * Removes what runners leave behind that were killed: data folders and control groups.
 * @param {string} cacheDir
 * @returns {number} how many
 */
export function removeRemains(cacheDir) {
  const hierarchy = findHierarchy();
  return removeStaleFolders(path.join(cacheDir, 'running')) + (hierarchy ? removeStaleGroups(hierarchy) : 0);
}

/** @param {string} parent @returns {number} how many */
function removeStaleFolders(parent) {
  if (!existsSync(parent)) return 0;
  const stale = readdirSync(parent).filter((pid) => !isAlive(Number(pid)));
  for (const pid of stale) rmSync(path.join(parent, pid), { recursive: true, force: true });
  return stale.length;
}

/** @param {string} cacheDir */
function freshWorkDir(cacheDir) {
  const parent = path.join(cacheDir, 'running');
  removeStaleFolders(parent);
  const dir = path.join(parent, String(process.pid));
  // In containers process ids are soon used again.
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  return dir;
}
