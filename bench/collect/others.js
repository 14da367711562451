/**
 * Which processes that are not part of the run use the machine, and how much of it, from Linux' /proc. Other systems tell nothing. In a container
 * the share is known, but no names: its /proc lists its own processes only.
 */
import { readdirSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sum } from '../util/math.js';
import { allowedCpus, parseStat, pidsInCgroup, readIfThere, ticksPerSecond } from './proc.js';
import { processName } from './process-name.js';
import { parseMachineStat, readCgroup } from './processes.js';

/**
 * @typedef {{ comm: string, parent: number, startTicks: number, ownTicks: number, reapedTicks: number }} ProcessTime `startTicks`: when it
 *   began, since the system did; `reapedTicks`: of its children that have ended
 * @typedef {object} MachineSample
 * @property {number} timeMs epoch milliseconds
 * @property {number} cores
 * @property {number} busySeconds of all cores so far; with interrupts and with what the hypervisor took
 * @property {Map<number, ProcessTime>} processes by id, without those of the run's containers
 * @property {Set<number>} own ids of those that are part of the run
 * @property {Map<string, number>} containers of the run: folder of the control group → seconds of CPU time so far
 *
 * @typedef {{ name: string, cores: number }} OtherProcess all processes of this name together
 * @typedef {{ share: number, processes: OtherProcess[] }} OtherUse `share` of the machine that is not the run's; `processes`: the biggest
 *   users among them, in descending order
 */

/** Below this a process is of no interest. */
const LEAST_CORES = 0.01;
const MOST_PROCESSES = 5;
/** As long as a name may be in part.json. */
const MAX_NAME_LENGTH = 64;

/**
 * One pass over /proc: some 10 ms of CPU time for 300 processes.
 * @param {import('./proc.js').Place[]} [watched] processes and containers of the run; their descendants are the run's, too, as are this process
 *   and its descendants
 * @returns {MachineSample | null} null where the system is not Linux, or parts of the run are on other machines
 */
export function sampleMachine(watched = []) {
  if (process.platform !== 'linux' || watched.some(({ read }) => read)) return null;
  const timeMs = performance.timeOrigin + performance.now();
  const { machine: busySeconds } = parseMachineStat(readIfThere('/proc/stat'), allowedCpus());
  const groups = watched.flatMap(({ cgroup }) => (cgroup === undefined ? [] : [cgroup]));
  const contained = new Set(groups.flatMap(pidsInCgroup));
  const processes = readProcesses(contained);
  const roots = new Set([process.pid, ...watched.flatMap(({ pid }) => (pid === undefined ? [] : [pid]))]);
  const containers = new Map(groups.map((dir) => [dir, readCgroup(dir)?.cpuSeconds ?? 0]));
  return { timeMs, cores: os.availableParallelism(), busySeconds, processes, own: withDescendants(roots, processes), containers };
}

/** @param {Set<number>} except ids @returns {Map<number, ProcessTime>} */
function readProcesses(except) {
  /** @type {Map<number, ProcessTime>} */
  const processes = new Map();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!pid || except.has(pid)) continue;
    const stat = readIfThere(`/proc/${name}/stat`);
    if (stat !== '') processes.set(pid, parseProcess(stat));
  }
  return processes;
}

/** @param {string} stat content of /proc/<pid>/stat @returns {ProcessTime} */
export function parseProcess(stat) {
  const { comm, field } = parseStat(stat);
  return { comm, parent: field(4), startTicks: field(22), ownTicks: field(14) + field(15), reapedTicks: field(16) + field(17) };
}

/** @param {Set<number>} roots @param {Map<number, ProcessTime>} processes @returns {Set<number>} */
function withDescendants(roots, processes) {
  const isIn = (/** @type {number | undefined} */ pid) => {
    for (let each = pid; each; each = processes.get(each)?.parent) if (roots.has(each)) return true;
    return false;
  };
  return new Set([...processes.keys()].filter(isIn));
}

/**
 * @param {MachineSample | null} before
 * @param {MachineSample | null} after
 * @param {{ most?: number, nameOf?: (pid: number, comm: string) => string }} [options] `most`: length of the list; `nameOf`: for people
 * @returns {OtherUse | null} between the two samples; null without them, and where a container of the run has ended, and its last time with it
 */
export function otherUse(before, after, { most = MOST_PROCESSES, nameOf = processName } = {}) {
  if (before === null || after === null || after.timeMs <= before.timeMs) return null;
  if ([...before.containers.keys()].some((dir) => !after.containers.has(dir))) return null;
  const seconds = (after.timeMs - before.timeMs) / 1000;
  const used = usedTicks(before, after);
  const ownSeconds = sum([...after.own].map((pid) => used.get(pid) ?? 0)) / ticksPerSecond + containerSeconds(before, after);
  const othersCores = Math.max(0, after.busySeconds - before.busySeconds - ownSeconds) / seconds;
  /** @type {Map<string, number>} */
  const byName = new Map();
  for (const [pid, ticks] of used) {
    if (ticks === 0 || after.own.has(pid)) continue;
    const name = nameOf(pid, after.processes.get(pid)?.comm ?? '').slice(0, MAX_NAME_LENGTH);
    byName.set(name, (byName.get(name) ?? 0) + ticks);
  }
  const processes = [...byName]
    // A process that took in an orphan has the orphan's whole life in its time, which can be more than the machine was busy.
    .map(([name, ticks]) => ({ name, cores: Math.min(othersCores, ticks / ticksPerSecond / seconds) }))
    .filter(({ cores }) => cores >= LEAST_CORES)
    .sort((a, b) => b.cores - a.cores);
  return { share: othersCores / after.cores, processes: processes.slice(0, most) };
}

/**
 * Time of processes that began and ended in between is their parents', or else a build that starts a compiler for each file would not be seen.
 * @param {MachineSample} before
 * @param {MachineSample} after
 * @returns {Map<number, number>} ticks of those that are still there, by id
 */
function usedTicks(before, after) {
  const isStillThere = (/** @type {number} */ pid) => after.processes.get(pid)?.startTicks === before.processes.get(pid)?.startTicks;
  /** @type {Map<number, number>} what the children that ended in between had used before */
  const usedBefore = new Map();
  for (const [pid, { parent, ownTicks, reapedTicks }] of before.processes) {
    if (isStillThere(pid)) continue;
    const heir = firstAncestor(before, parent, isStillThere);
    usedBefore.set(heir, (usedBefore.get(heir) ?? 0) + ownTicks + reapedTicks);
  }
  return new Map(
    [...after.processes].map(([pid, now]) => {
      const then = isStillThere(pid) ? before.processes.get(pid) : undefined;
      const reaped = now.reapedTicks - (then?.reapedTicks ?? 0) - (usedBefore.get(pid) ?? 0);
      return [pid, now.ownTicks - (then?.ownTicks ?? 0) + Math.max(0, reaped)];
    }),
  );
}

/**
 * @param {MachineSample} sample
 * @param {number} pid
 * @param {(pid: number) => boolean} condition
 * @returns {number} the process or the nearest of its ancestors that meets the condition; 0 if there is none
 */
function firstAncestor({ processes }, pid, condition) {
  let each = pid;
  while (processes.has(each) && !condition(each)) each = processes.get(each)?.parent ?? 0;
  return each;
}

/** @param {MachineSample} before @param {MachineSample} after @returns {number} that of a container which was not there before is all its own */
function containerSeconds(before, after) {
  return sum([...after.containers].map(([dir, seconds]) => Math.max(0, seconds - (before.containers.get(dir) ?? 0))));
}

/**
 * How busy is the machine before a run?
 * @param {{ seconds?: number, watched?: import('./proc.js').Place[] }} [options] `watched`: what of the run is up already, such as containers
 * @returns {Promise<OtherUse | null>} null where the system is not Linux
 */
export async function busyMachine({ seconds = 3, watched = [] } = {}) {
  const before = sampleMachine(watched);
  await sleep(seconds * 1000);
  return otherUse(before, sampleMachine(watched));
}
