/** Makes the engine that ENGINE names. Nothing is started yet. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '../setup/cache.ts';
import { OWN_NEEDS, setUp, USUAL_NEEDS, type Tools, type Need } from '../setup/index.ts';
import { connectDockerEngine } from './docker/index.ts';
import { chooseEngine, type EngineName } from './engines.ts';
import { connectKubernetesEngine, removeKubernetesStack } from './kubernetes/index.ts';
import { findHierarchy, removeStaleGroups } from './native/cgroup.ts';
import { NativeEngine } from './native/index.ts';
import type { Command } from '../setup/command.ts';
import type { RequestedLimits as Limits } from '../record/json/limits.ts';
import type { Engine, Variation } from './engine.ts';

type Made = Engine & { tools: Tools };

const MAKERS: Record<EngineName, (command: Command, limits: Limits, variation: Variation) => Promise<Made>> = {
  docker({ catalogue, root, env }, limits, variation) {
    return connectDockerEngine({ catalogue, root, env, limits, ...variation });
  },
  kubernetes({ catalogue, root, env, cacheDir, resultsDir }, limits, variation) {
    return connectKubernetesEngine({ catalogue, root, env, cacheDir, resultsDir, limits, ...variation });
  },
  async native({ catalogue, root, cacheDir, log }, limits, variation) {
    const usual = catalogue.own ? OWN_NEEDS : USUAL_NEEDS;
    const needs: Need[] = [...usual];
    if (variation.databaseRttMs) needs.push('toxiproxy');
    if (variation.samplesCpu) needs.push('jfrConverter');
    const tools = await setUp({ catalogue, root, cacheDir, log, needs });
    return new NativeEngine({ catalogue, root, tools, ...workFolders(cacheDir), limits, ...variation });
  },
};

export async function makeEngine(command: Command, limits: Limits, variation: Variation): Promise<{ engine: Engine; tools: Tools }> {
  const engine = await MAKERS[chooseEngine(command.env.ENGINE)](command, limits, variation);
  return { engine, tools: engine.tools };
}

/** Removes the parts that outlive runs, where that is this process's task. @returns whether there were any */
export async function takeDown(env: Record<string, string | undefined>): Promise<boolean> {
  return chooseEngine(env.ENGINE) === 'kubernetes' && removeKubernetesStack(env);
}

/** @returns of this process */
export function workFolders(cacheDir: string): { workDir: string; logDir: string } {
  return { workDir: freshWorkDir(cacheDir), logDir: logDirIn(cacheDir) };
}

/**
 * Removes the logs of the run before, which were kept because they say why a target died. Not before `preflight`: as long as the ports are taken,
 * the logs are another run's.
 */
export function clearLogs(cacheDir: string) {
  rmSync(logDirIn(cacheDir), { recursive: true, force: true });
}

function logDirIn(cacheDir: string) {
  return path.join(cacheDir, 'logs');
}

/** Removes what runners leave behind that were killed: data folders and control groups. @returns how many */
export function removeRemains(cacheDir: string): number {
  const hierarchy = findHierarchy();
  return removeStaleFolders(path.join(cacheDir, 'running')) + (hierarchy ? removeStaleGroups(hierarchy) : 0);
}

/** @returns how many */
function removeStaleFolders(parent: string): number {
  if (!existsSync(parent)) return 0;
  const stale = readdirSync(parent).filter((pid) => !isAlive(Number(pid)));
  for (const pid of stale) rmSync(path.join(parent, pid), { recursive: true, force: true });
  return stale.length;
}

function freshWorkDir(cacheDir: string) {
  const parent = path.join(cacheDir, 'running');
  removeStaleFolders(parent);
  const dir = path.join(parent, String(process.pid));
  // In containers process ids are soon used again.
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  return dir;
}
