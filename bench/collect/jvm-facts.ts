/** What a JVM did besides answering, from Linux' /proc: page faults that waited for the disk, and CPU time of the threads that run no Java code. */
import { sum } from '../util/math.ts';
import { namesIn, parseStat, pidsOf, readIfThere, statsOf, type Place } from './proc.ts';
import { parseProcessStat } from './processes.ts';
import type { ThreadsCpu } from '../record/cpu-profile.ts';

/** `waitNs`: ready to run, but without a CPU; time that a CPU quota withholds is part of it (seen with Linux 6.18) */
type ThreadTime = { cpuNs: number; waitNs: number };

/** so far; `majorFaults` null where the system does not tell; `compilers`: threads of the JIT compilers, by id; empty where none can be seen */
export type JvmFacts = { majorFaults: number | null; compilers: Map<number, ThreadTime> };

type Kind = Exclude<keyof ThreadsCpu, 'java'>;

/** CPU milliseconds so far: of the process, and of its threads that run no Java code */
export type ThreadTimes = { totalMs: number; ofKind: Record<Kind, number> };

/** Names of HotSpot's threads, which the kernel cuts off after 15 characters (comm in proc(5)). The collector works in the VM thread as well. */
const NAMES: [Kind, RegExp][] = [
  ['compilers', /^(C[12] CompilerThre|JVMCI CompilerT|JVMCI-native Co)/],
  ['collector', /^(GC Thread|G1 |VM Thread|Z(Worker|Driver|Director|Stat|Unmapper|Uncommit)|Shenandoah|Concurrent )/],
  ['machine', /^(VM Periodic|Signal Dispatch|Service Thread|Monitor Deflati|Attach Listener|StringDedup|JFR )/],
];

/** @param place of the JVM */
export function jvmFacts(place: Place): JvmFacts {
  const pids = pidsOf(place);
  const majorFaults = (place.cgroup === undefined ? null : faultsInCgroup(place.cgroup)) ?? faultsOf(pids);
  const compilers = pids.flatMap((each) => threadsOf(each, (kind) => kind === 'compilers'));
  return { majorFaults, compilers: new Map(compilers.map(({ id, time }) => [id, time])) };
}

/** @returns in between, never negative; null where it is unknown, as what a thread that has ended did after the first reading */
export function jvmFactsBetween(before: JvmFacts, after: JvmFacts) {
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
  const stats = statsOf(pids);
  return stats.length === 0 ? null : sum(stats.map(([, stat]) => parseStat(stat).field(12)));
}

/** @returns null with v1, which counts them elsewhere */
function faultsInCgroup(dir: string): number | null {
  const faults = /^pgmajfault (\d+)$/m.exec(readIfThere(`${dir}/memory.stat`))?.[1];
  return faults === undefined ? null : Number(faults);
}

/** @param pid of a JVM */
export function threadTimes(pid: number): ThreadTimes {
  const ofKind = { compilers: 0, collector: 0, machine: 0 };
  for (const { kind, time } of threadsOf(pid, () => true)) ofKind[kind] += time.cpuNs / 1e6;
  return { totalMs: parseProcessStat(readIfThere(`/proc/${pid}/stat`)).cpuSeconds * 1000, ofKind };
}

/** @returns in between. A compiler's thread that has ended meanwhile is counted as one that runs Java code */
export function cpuBetween(before: ThreadTimes, after: ThreadTimes): ThreadsCpu {
  const since = (kind: Kind) => Math.max(0, after.ofKind[kind] - before.ofKind[kind]);
  const others = { compilers: since('compilers'), collector: since('collector'), machine: since('machine') };
  return { java: Math.max(0, after.totalMs - before.totalMs - sum(Object.values(others))), ...others };
}

/** @param name of a thread @returns null: it runs Java code */
export function kindOf(name: string): Kind | null {
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/** @returns those of its threads that run no Java code; none from a kernel that does not count their time */
function threadsOf(pid: number, isWanted: (kind: Kind) => boolean): { id: number; kind: Kind; time: ThreadTime }[] {
  return namesIn(`/proc/${pid}/task`).flatMap((id) => {
    const dir = `/proc/${pid}/task/${id}`;
    const kind = kindOf(readIfThere(`${dir}/comm`));
    const time = kind !== null && isWanted(kind) ? parseSchedstat(readIfThere(`${dir}/schedstat`)) : null;
    return kind === null || time === null ? [] : [{ id: Number(id), kind, time }];
  });
}

/** @param text of /proc/<pid>/task/<tid>/schedstat (Documentation/scheduler/sched-stats.rst) @returns null from a kernel that does not count them */
export function parseSchedstat(text: string): ThreadTime | null {
  const match = /^(\d+) (\d+) \d+/.exec(text);
  return match && { cpuNs: Number(match[1]), waitNs: Number(match[2]) };
}
