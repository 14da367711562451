/** Which processes that are not part of the run use the machine, from Linux' /proc. A container has its own: there the share is known, but no names. */
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { present, sum } from '../util/math.ts';
import { allowedCpus, namesIn, parseStat, pidsOf, readIfThere, statsOf, ticksPerSecond, type Place } from './proc.ts';
import { parseMachineStat, readCgroup } from './processes.ts';

/** `startTicks`: when it began, since the system did; `reapedTicks`: of its children that have ended */
type ProcessTime = { comm: string; parent: number; startTicks: number; ownTicks: number; reapedTicks: number };

/** `busySeconds`: of all cores so far, with interrupts and what the hypervisor took; `processes`: by id, without those of the run's containers */
export interface MachineSample {
  timeMs: number;
  cores: number;
  busySeconds: number;
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

/** Programs that are known by what they run. */
const RUNTIMES = ['java', 'node', 'python', 'python3'];
const OPTIONS_WITH_VALUE = ['-cp', '-classpath', '--class-path', '-p', '--module-path', '--add-modules'].concat(
  ['-r', '--require', '--import', '--loader', '-e', '--eval', '--print'],
  ['-c', '-W', '-X'],
);
const OPTIONS_BEFORE_MAIN = ['-jar', '-m', '--module'];
/** Below this a process is of no interest. */
const LEAST_CORES = 0.01;
/** The kernel adds up finer times than it tells. */
const ROUNDING_TICKS = 5;
const MOST_PROCESSES = 5;
/** As long as a name may be in part.json. */
const MAX_NAME_LENGTH = 64;

/** One pass over /proc: some 10 ms of CPU time for 300 processes. @param watched of the run, as are their descendants, this process and its descendants
 * @returns null where the system is not Linux, or parts of the run are on other machines */
export function sampleMachine(watched: Place[] = []): MachineSample | null {
  if (process.platform !== 'linux' || watched.some(({ read }) => read)) return null;
  const timeMs = performance.timeOrigin + performance.now();
  const { machine: busySeconds } = parseMachineStat(readIfThere('/proc/stat'), allowedCpus());
  const groups = present(watched.map(({ cgroup }) => cgroup));
  const processes = readProcesses(new Set(groups.flatMap((cgroup) => pidsOf({ cgroup }))));
  const roots = new Set([process.pid, ...present(watched.map(({ pid }) => pid))]);
  const isOwn = (pid: number) => roots.has(firstAncestor(processes, pid, (each) => roots.has(each)));
  const containers = new Map(groups.map((dir) => [dir, readCgroup(dir)?.cpuSeconds ?? 0]));
  const own = new Set([...processes.keys()].filter(isOwn));
  return { timeMs, cores: os.availableParallelism(), busySeconds, processes, own, containers };
}

/** @returns of all processes */
function allPids(): number[] {
  return namesIn('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
}

/** @param except ids */
function readProcesses(except: Set<number>): MachineSample['processes'] {
  const pids = allPids().filter((pid) => !except.has(pid));
  return new Map(statsOf(pids).map(([pid, stat]) => [pid, parseProcess(stat)]));
}

/** @param stat content of /proc/<pid>/stat */
export function parseProcess(stat: string): ProcessTime {
  const { comm, field } = parseStat(stat);
  return { comm, parent: field(4), startTicks: field(22), ownTicks: field(14) + field(15), reapedTicks: field(16) + field(17) };
}

/** @returns between the two samples; null without them, and where nobody tells the last time of what the run has ended: of a container, or of a process
 * that init took in, since then init has its whole life */
export function otherUse(
  before: MachineSample | null,
  after: MachineSample | null,
  { most = MOST_PROCESSES, nameOf = processName }: { most?: number; nameOf?: (pid: number, comm: string) => string } = {},
): OtherUse | null {
  if (before === null || after === null || after.timeMs <= before.timeMs) return null;
  if ([...before.containers.keys()].some((dir) => !after.containers.has(dir))) return null;
  const seconds = (after.timeMs - before.timeMs) / 1000;
  const used = usedTicks(before, after);
  if (used === null) return null;
  // One that has ended, but is still there, may have lost its parent before.
  const own = new Set([...after.own, ...[...before.own].filter((pid) => isStillThere(pid, before, after))]);
  const ownSeconds = sum([...own].map((pid) => used.get(pid) ?? 0)) / ticksPerSecond;
  // That of a container which was not there before is all its own.
  const contained = sum([...after.containers].map(([dir, total]) => Math.max(0, total - (before.containers.get(dir) ?? 0))));
  const othersCores = Math.max(0, after.busySeconds - before.busySeconds - ownSeconds - contained) / seconds;
  const byName = new Map<string, number>();
  for (const [pid, ticks] of used) {
    if (ticks === 0 || own.has(pid)) continue;
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

/** Ticks of those still there, with what ended in between, or else a build that starts a compiler for each file would not be seen.
 * @returns by id; null where what a process of the run had used is not in the time of its heir */
function usedTicks(before: MachineSample, after: MachineSample): Map<number, number> | null {
  const usedBefore = usedByEnded(before, after);
  const used = new Map<number, number>();
  for (const [pid, now] of after.processes) {
    const then = isStillThere(pid, before, after) ? before.processes.get(pid) : undefined;
    const reaped = now.reapedTicks - (then?.reapedTicks ?? 0) - (usedBefore.get(pid) ?? 0);
    if (reaped < -ROUNDING_TICKS && before.own.has(pid)) return null;
    used.set(pid, now.ownTicks - (then?.ownTicks ?? 0) + Math.max(0, reaped));
  }
  return used;
}

/** @returns what the processes that ended in between had used before, by the nearest ancestor that is still there */
function usedByEnded(before: MachineSample, after: MachineSample): Map<number, number> {
  const usedBefore = new Map<number, number>();
  for (const [pid, { parent, ownTicks, reapedTicks }] of before.processes) {
    if (isStillThere(pid, before, after)) continue;
    const heir = firstAncestor(before.processes, parent, (each) => isStillThere(each, before, after));
    usedBefore.set(heir, (usedBefore.get(heir) ?? 0) + ownTicks + reapedTicks);
  }
  return usedBefore;
}

function isStillThere(pid: number, before: MachineSample, after: MachineSample): boolean {
  return after.processes.get(pid)?.startTicks === before.processes.get(pid)?.startTicks;
}

/** @returns the process or the nearest of its ancestors that meets the condition, or else the first that is not there; 0 if there is none */
function firstAncestor(processes: MachineSample['processes'], pid: number, condition: (pid: number) => boolean): number {
  let each = pid;
  while (processes.has(each) && !condition(each)) each = processes.get(each)?.parent ?? 0;
  return each;
}

/** How busy is the machine before a run? @param options `watched`: what of the run is up already @returns null where the system is not Linux */
export async function busyMachine({ seconds = 3, watched = [] }: { seconds?: number; watched?: Place[] } = {}): Promise<OtherUse | null> {
  const before = sampleMachine(watched);
  await sleep(seconds * 1000);
  return otherUse(before, sampleMachine(watched));
}

/** @param called 'mariadbd', 'java orders.jar' @returns ids of its processes; none where the system is not Linux */
export function pidsCalled(called: string): number[] {
  const isCalled = (pid: number) => {
    const comm = readIfThere(`/proc/${pid}/comm`).trim();
    // Only the name of what a runtime runs is in its command, and this is asked once a second.
    return called.includes(' ') ? processName(pid, comm) === called : comm === called;
  };
  return allPids().filter(isCalled);
}

/** @param comm its name in /proc @returns that name; of a runtime with what it runs: 'java idea.jar', 'node eslint.js' */
function processName(pid: number, comm: string): string {
  const [program, ...args] = readIfThere(`/proc/${pid}/cmdline`).split('\0');
  return program === '' ? comm.split('/')[0] : nameByCommand(comm, path.basename(program), args);
}

/** @param program without its folder */
export function nameByCommand(comm: string, program: string, args: string[]): string {
  if (!RUNTIMES.includes(program)) return comm;
  const main = mainArgument(args.filter((arg) => arg !== ''));
  if (main === undefined) return program;
  const isClass = program === 'java' && !main.endsWith('.jar');
  return `${program} ${isClass ? main.split(/[./]/).at(-1) : path.basename(main)}`;
}

/** @returns script, jar, class or module */
function mainArgument(args: string[]): string | undefined {
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (OPTIONS_BEFORE_MAIN.includes(arg)) return args[index + 1];
    if (OPTIONS_WITH_VALUE.includes(arg)) index++;
    else if (!/^[-@]/.test(arg)) return arg;
  }
  return undefined;
}
