/** Makes the engine that ENGINE names. Nothing is started yet. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '../setup/cache.ts';
import { OWN_NEEDS, setUp, USUAL_NEEDS, type Tools } from '../setup/index.ts';
import { connectDockerEngine } from './docker/index.ts';
import { chooseEngine, type EngineName } from './engines.ts';
import { connectKubernetesEngine, removeKubernetesStack } from './kubernetes/index.ts';
import { findHierarchy, removeStaleGroups } from './native/cgroup.ts';
import { NativeEngine } from './native/index.ts';
import type { Command } from '../setup/command.ts';
import type { RequestedLimits } from '../record/json/limits.ts';
import type { Options } from './common/base.ts';
import type { Engine, Variation } from './engine.ts';

const LOGS = 'logs';

const MAKERS: Record<EngineName, (options: Options) => Promise<Engine & { tools: Tools }>> = {
  docker: connectDockerEngine,
  kubernetes: connectKubernetesEngine,
  async native(options) {
    const needs = [...(options.catalogue.own ? OWN_NEEDS : USUAL_NEEDS)];
    if (options.databaseRttMs) needs.push('toxiproxy');
    if (options.samplesCpu) needs.push('jfrConverter');
    const tools = await setUp({ ...options, needs });
    return new NativeEngine({ ...options, ...workFolders(options.cacheDir), tools });
  },
};

export async function makeEngine(command: Command, limits: RequestedLimits, variation: Variation) {
  const engine = await MAKERS[chooseEngine(command.env.ENGINE)]({ ...command, limits, ...variation });
  return { engine, tools: engine.tools };
}

/** Removes the parts that outlive runs, where that is this process's task. @returns whether there were any */
export async function takeDown(env: Command['env']): Promise<boolean> {
  return chooseEngine(env.ENGINE) === 'kubernetes' && removeKubernetesStack(env);
}

/** @returns of this process; `workDir` is empty */
export function workFolders(cacheDir: string): { workDir: string; logDir: string } {
  removeStaleFolders(cacheDir);
  const workDir = path.join(cacheDir, 'running', String(process.pid));
  // In containers process ids are soon used again.
  rmSync(workDir, { recursive: true, force: true });
  mkdirSync(workDir, { recursive: true });
  return { workDir, logDir: path.join(cacheDir, LOGS) };
}

/** Removes the logs of the run before. Not before `preflight`: as long as the ports are taken, the logs are another run's. */
export function clearLogs(cacheDir: string) {
  rmSync(path.join(cacheDir, LOGS), { recursive: true, force: true });
}

/** Removes what runners leave behind that were killed: data folders and control groups. @returns how many */
export function removeRemains(cacheDir: string): number {
  const hierarchy = findHierarchy();
  return removeStaleFolders(cacheDir) + (hierarchy ? removeStaleGroups(hierarchy) : 0);
}

function removeStaleFolders(cacheDir: string): number {
  const parent = path.join(cacheDir, 'running');
  const stale = existsSync(parent) ? readdirSync(parent).filter((pid) => !isAlive(Number(pid))) : [];
  for (const pid of stale) rmSync(path.join(parent, pid), { recursive: true, force: true });
  return stale.length;
}
