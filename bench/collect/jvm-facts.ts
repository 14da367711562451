/** What a JVM did besides answering: page faults that waited for the disk, and the JIT compilers' CPU time, from Linux' /proc. */
import { readdirSync } from 'node:fs';
import { present, sum } from '../util/math.ts';
import { parseStat, pidsInCgroup, readIfThere, type Place } from './proc.ts';

/** `waitNs`: ready to run, but without a CPU; time that a CPU quota withholds is part of it (seen with Linux 6.18) */
type ThreadTime = { cpuNs: number; waitNs: number };

interface JvmFacts {
  /** so far; null where the system does not tell */
  majorFaults: number | null;
  /** threads of the JIT compilers, by id; empty where none can be seen */
  compilers: Map<number, ThreadTime>;
}

type JvmDelta = { majorFaults: number | null; compilerCpuMs: number | null; compilerWaitMs: number | null };

/** Names of HotSpot's threads, which the kernel cuts off after 15 characters (comm in proc(5)). */
export const COMPILER = /^(C[12] CompilerThre|JVMCI CompilerT|JVMCI-native Co)/;

/** @param place of the JVM */
export function jvmFacts({ pid, cgroup }: Place): JvmFacts {
  const pids = cgroup === undefined ? present([pid]) : pidsInCgroup(cgroup);
  const majorFaults = cgroup === undefined ? faultsOf(pids) : (faultsInCgroup(cgroup) ?? faultsOf(pids));
  return { majorFaults, compilers: new Map(pids.flatMap(compilersOf)) };
}

/**
 * Compilers' threads come and go. What one that has ended did after the first reading is unknown.
 * @returns in between, never negative; null where it is unknown
 */
export function jvmFactsBetween(before: JvmFacts, after: JvmFacts): JvmDelta {
  const faults = after.majorFaults === null || before.majorFaults === null ? null : Math.max(0, after.majorFaults - before.majorFaults);
  const threads = [...after.compilers].map(([id, now]) => sinceThen(before.compilers.get(id), now));
  const milliseconds = (part: keyof ThreadTime) =>
    threads.length === 0 ? null : Math.round(sum(threads.map(({ [part]: ns }) => ns)) / 1e6);
  return { majorFaults: faults, compilerCpuMs: milliseconds('cpuNs'), compilerWaitMs: milliseconds('waitNs') };
}

function sinceThen(then: ThreadTime | undefined, now: ThreadTime): ThreadTime {
  // A time that went back is that of another thread, which has got the same id.
  if (then === undefined || now.cpuNs < then.cpuNs || now.waitNs < then.waitNs) return now;
  return { cpuNs: now.cpuNs - then.cpuNs, waitNs: now.waitNs - then.waitNs };
}

function faultsOf(pids: number[]): number | null {
  const stats = pids.map((pid) => readIfThere(`/proc/${pid}/stat`)).filter((stat) => stat !== '');
  return stats.length === 0 ? null : sum(stats.map((stat) => parseStat(stat).field(12)));
}

/** @returns null with v1, which counts them elsewhere */
function faultsInCgroup(dir: string): number | null {
  const faults = /^pgmajfault (\d+)$/m.exec(readIfThere(`${dir}/memory.stat`))?.[1];
  return faults === undefined ? null : Number(faults);
}

function compilersOf(pid: number): [id: number, time: ThreadTime][] {
  return threadsNamed(pid, (name) => COMPILER.test(name)).map(({ id, time }) => [id, time]);
}

/** @returns those of its threads; none from a kernel that does not count their time */
export function threadsNamed(pid: number, isWanted: (name: string) => boolean): { id: number; name: string; time: ThreadTime }[] {
  return threadsOf(pid).flatMap((id) => {
    const dir = `/proc/${pid}/task/${id}`;
    const name = readIfThere(`${dir}/comm`);
    if (!isWanted(name)) return [];
    const time = parseSchedstat(readIfThere(`${dir}/schedstat`));
    return time === null ? [] : [{ id: Number(id), name, time }];
  });
}

/** @returns ids */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // it has just ended, or the system is not Linux
  }
}

/**
 * @param text content of /proc/<pid>/task/<tid>/schedstat (Documentation/scheduler/sched-stats.rst of the kernel)
 * @returns null from a kernel that does not count them
 */
export function parseSchedstat(text: string): ThreadTime | null {
  const match = /^(\d+) (\d+) \d+/.exec(text);
  return match && { cpuNs: Number(match[1]), waitNs: Number(match[2]) };
}
