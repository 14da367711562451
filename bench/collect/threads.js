/** CPU time of a JVM's threads by what they are there for, from Linux' /proc. */
import { COMPILER, threadsNamed } from './jvm-facts.js';
import { readIfThere } from './proc.js';
import { parseProcessStat } from './processes.js';
import { sum } from '../util/math.js';

/**
 * @typedef {import('../record/cpu-profile.js').ThreadsCpu} ThreadsCpu
 * @typedef {Exclude<keyof ThreadsCpu, 'java'>} Kind
 * @typedef {{ totalMs: number, ofKind: Record<Kind, number> }} ThreadTimes CPU milliseconds so far: of the process, and of its threads that run no Java code
 */

/** Names of HotSpot's threads, which the kernel cuts off after 15 characters (comm in proc(5)). The collector works in the VM thread as well. @type {[Kind, RegExp][]} */
const NAMES = [
  ['compilers', COMPILER],
  ['collector', /^(GC Thread|G1 |VM Thread|Z(Worker|Driver|Director|Stat|Unmapper|Uncommit)|Shenandoah|Concurrent )/],
  ['machine', /^(VM Periodic|Signal Dispatch|Service Thread|Monitor Deflati|Attach Listener|StringDedup|JFR )/],
];

/** @param {number} pid of a JVM @returns {ThreadTimes} */
export function threadTimes(pid) {
  const ofKind = { compilers: 0, collector: 0, machine: 0 };
  for (const { name, time } of threadsNamed(pid, (each) => kindOf(each) !== null)) {
    const kind = kindOf(name);
    if (kind !== null) ofKind[kind] += time.cpuNs / 1e6;
  }
  return { totalMs: parseProcessStat(readIfThere(`/proc/${pid}/stat`)).cpuSeconds * 1000, ofKind };
}

/** @param {string} name of a thread @returns {Kind | null} null: it runs Java code */
export function kindOf(name) {
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/**
 * @param {ThreadTimes} before
 * @param {ThreadTimes} after
 * @returns {ThreadsCpu} in between. A compiler's thread that has ended meanwhile is counted as one that runs Java code
 */
export function cpuBetween(before, after) {
  const { compilers, collector, machine } = after.ofKind;
  const others = {
    compilers: Math.max(0, compilers - before.ofKind.compilers),
    collector: Math.max(0, collector - before.ofKind.collector),
    machine: Math.max(0, machine - before.ofKind.machine),
  };
  return { java: Math.max(0, after.totalMs - before.totalMs - sum(Object.values(others))), ...others };
}
