/**
 * Which processes that are not part of the run use the machine, and how much of it, from Linux' /proc. Other systems tell nothing. In a container
 * the share is known, but no names: its /proc lists its own processes only.
 */
import { readdirSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sum } from '../util/math.ts';
import { allowedCpus, parseStat, pidsInCgroup, readIfThere, ticksPerSecond, type Place } from './proc.ts';
import { processName } from './process-name.ts';
import { parseMachineStat, readCgroup } from './processes.ts';

/** `startTicks`: when it began, since the system did; `reapedTicks`: of its children that have ended */
type ProcessTime = { comm: string; parent: number; startTicks: number; ownTicks: number; reapedTicks: number };

export interface MachineSample {
  /** epoch milliseconds */
  timeMs: number;
  cores: number;
  /** of all cores so far; with interrupts and with what the hypervisor took */
  busySeconds: number;
  /** by id, without those of the run's containers */
  processes: Map<number, ProcessTime>;
  /** ids of those that are part of the run */
  own: Set<number>;
  /** of the run: folder of the control group → seconds of CPU time so far */
  containers: Map<string, number>;
}

/** all processes of this name together */
export type OtherProcess = { name: string; cores: number };

/** `share` of the machine that is not the run's; `processes`: the biggest users among them, in descending order */
export type OtherUse = { share: number; processes: OtherProcess[] };

/** Below this a process is of no interest. */
const LEAST_CORES = 0.01;
const MOST_PROCESSES = 5;
/** As long as a name may be in part.json. */
const MAX_NAME_LENGTH = 64;

/**
 * One pass over /proc: some 10 ms of CPU time for 300 processes.
 * @param watched processes and containers of the run; their descendants are the run's, too, as are this process
 * and its descendants
 * @returns null where the system is not Linux, or parts of the run are on other machines
 */
export function sampleMachine(watched: Place[] = []): MachineSample | null {
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

/** @param except ids */
function readProcesses(except: Set<number>): Map<number, ProcessTime> {
  const processes = new Map<number, ProcessTime>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!pid || except.has(pid)) continue;
    const stat = readIfThere(`/proc/${name}/stat`);
    if (stat !== '') processes.set(pid, parseProcess(stat));
  }
  return processes;
}

/** @param stat content of /proc/<pid>/stat */
export function parseProcess(stat: string): ProcessTime {
  const { comm, field } = parseStat(stat);
  return { comm, parent: field(4), startTicks: field(22), ownTicks: field(14) + field(15), reapedTicks: field(16) + field(17) };
}

function withDescendants(roots: Set<number>, processes: Map<number, ProcessTime>): Set<number> {
  const isIn = (pid: number | undefined) => {
    for (let each = pid; each; each = processes.get(each)?.parent) if (roots.has(each)) return true;
    return false;
  };
  return new Set([...processes.keys()].filter(isIn));
}

/**
 * @param options `most`: length of the list; `nameOf`: for people
 * @returns between the two samples; null without them, and where a container of the run has ended, and its last time with it
 */
export function otherUse(
  before: MachineSample | null,
  after: MachineSample | null,
  { most = MOST_PROCESSES, nameOf = processName }: { most?: number; nameOf?: (pid: number, comm: string) => string } = {},
): OtherUse | null {
  if (before === null || after === null || after.timeMs <= before.timeMs) return null;
  if ([...before.containers.keys()].some((dir) => !after.containers.has(dir))) return null;
  const seconds = (after.timeMs - before.timeMs) / 1000;
  const used = usedTicks(before, after);
  const ownSeconds = sum([...after.own].map((pid) => used.get(pid) ?? 0)) / ticksPerSecond + containerSeconds(before, after);
  const othersCores = Math.max(0, after.busySeconds - before.busySeconds - ownSeconds) / seconds;
  const byName = new Map<string, number>();
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
 * @returns ticks of those that are still there, by id
 */
function usedTicks(before: MachineSample, after: MachineSample): Map<number, number> {
  const isStillThere = (pid: number) => after.processes.get(pid)?.startTicks === before.processes.get(pid)?.startTicks;
  /** what the children that ended in between had used before */
  const usedBefore = new Map<number, number>();
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

/** @returns the process or the nearest of its ancestors that meets the condition; 0 if there is none */
function firstAncestor({ processes }: MachineSample, pid: number, condition: (pid: number) => boolean): number {
  let each = pid;
  while (processes.has(each) && !condition(each)) each = processes.get(each)?.parent ?? 0;
  return each;
}

/** @returns that of a container which was not there before is all its own */
function containerSeconds(before: MachineSample, after: MachineSample): number {
  return sum([...after.containers].map(([dir, seconds]) => Math.max(0, seconds - (before.containers.get(dir) ?? 0))));
}

/**
 * How busy is the machine before a run?
 * @param options `watched`: what of the run is up already, such as containers
 * @returns null where the system is not Linux
 */
export async function busyMachine({ seconds = 3, watched = [] }: { seconds?: number; watched?: Place[] } = {}): Promise<OtherUse | null> {
  const before = sampleMachine(watched);
  await sleep(seconds * 1000);
  return otherUse(before, sampleMachine(watched));
}
