/** CPU time of a JVM's threads by what they are there for, from Linux' /proc. */
import { COMPILER, threadsNamed } from './jvm-facts.ts';
import { readIfThere } from './proc.ts';
import { parseProcessStat } from './processes.ts';
import { sum } from '../util/math.ts';
import type { ThreadsCpu } from '../record/cpu-profile.ts';

type Kind = Exclude<keyof ThreadsCpu, 'java'>;

/** CPU milliseconds so far: of the process, and of its threads that run no Java code */
export type ThreadTimes = { totalMs: number; ofKind: Record<Kind, number> };

/** Names of HotSpot's threads, which the kernel cuts off after 15 characters (comm in proc(5)). The collector works in the VM thread as well. */
const NAMES: [Kind, RegExp][] = [
  ['compilers', COMPILER],
  ['collector', /^(GC Thread|G1 |VM Thread|Z(Worker|Driver|Director|Stat|Unmapper|Uncommit)|Shenandoah|Concurrent )/],
  ['machine', /^(VM Periodic|Signal Dispatch|Service Thread|Monitor Deflati|Attach Listener|StringDedup|JFR )/],
];

/** @param pid of a JVM */
export function threadTimes(pid: number): ThreadTimes {
  const ofKind = { compilers: 0, collector: 0, machine: 0 };
  for (const { name, time } of threadsNamed(pid, (each) => kindOf(each) !== null)) {
    const kind = kindOf(name);
    if (kind !== null) ofKind[kind] += time.cpuNs / 1e6;
  }
  return { totalMs: parseProcessStat(readIfThere(`/proc/${pid}/stat`)).cpuSeconds * 1000, ofKind };
}

/** @param name of a thread @returns null: it runs Java code */
export function kindOf(name: string): Kind | null {
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/** @returns in between. A compiler's thread that has ended meanwhile is counted as one that runs Java code */
export function cpuBetween(before: ThreadTimes, after: ThreadTimes): ThreadsCpu {
  const { compilers, collector, machine } = after.ofKind;
  const others = {
    compilers: Math.max(0, compilers - before.ofKind.compilers),
    collector: Math.max(0, collector - before.ofKind.collector),
    machine: Math.max(0, machine - before.ofKind.machine),
  };
  return { java: Math.max(0, after.totalMs - before.totalMs - sum(Object.values(others))), ...others };
}
