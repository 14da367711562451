/** What a JVM did besides answering: page faults that waited for the disk, and the JIT compilers' CPU time, from Linux' /proc. */
import { readdirSync } from 'node:fs';
import { present, sum } from '../util/math.js';
import { parseStat, pidsInCgroup, readIfThere } from './proc.js';

/**
 * @typedef {{ cpuNs: number, waitNs: number }} ThreadTime `waitNs`: ready to run, but without a CPU; time that a CPU quota withholds
 *   is part of it (seen with Linux 6.18)
 * @typedef {object} JvmFacts
 * @property {number | null} majorFaults so far; null where the system does not tell
 * @property {Map<number, ThreadTime>} compilers threads of the JIT compilers, by id; empty where none can be seen
 *
 * @typedef {{ majorFaults: number | null, compilerCpuMs: number | null, compilerWaitMs: number | null }} JvmDelta
 */

/** Names of HotSpot's threads, which the kernel cuts off after 15 characters (comm in proc(5)). */
export const COMPILER = /^(C[12] CompilerThre|JVMCI CompilerT|JVMCI-native Co)/;

/** @param {import('./proc.js').Place} place of the JVM @returns {JvmFacts} */
export function jvmFacts({ pid, cgroup }) {
  const pids = cgroup === undefined ? present([pid]) : pidsInCgroup(cgroup);
  const majorFaults = cgroup === undefined ? faultsOf(pids) : (faultsInCgroup(cgroup) ?? faultsOf(pids));
  return { majorFaults, compilers: new Map(pids.flatMap(compilersOf)) };
}

/**
 * Compilers' threads come and go. What one that has ended did after the first reading is unknown.
 * @param {JvmFacts} before
 * @param {JvmFacts} after
 * @returns {JvmDelta} in between, never negative; null where it is unknown
 */
export function jvmFactsBetween(before, after) {
  const faults = after.majorFaults === null || before.majorFaults === null ? null : Math.max(0, after.majorFaults - before.majorFaults);
  const threads = [...after.compilers].map(([id, now]) => sinceThen(before.compilers.get(id), now));
  const milliseconds = (/** @type {keyof ThreadTime} */ part) =>
    threads.length === 0 ? null : Math.round(sum(threads.map(({ [part]: ns }) => ns)) / 1e6);
  return { majorFaults: faults, compilerCpuMs: milliseconds('cpuNs'), compilerWaitMs: milliseconds('waitNs') };
}

/** @param {ThreadTime | undefined} then @param {ThreadTime} now @returns {ThreadTime} */
function sinceThen(then, now) {
  // A time that went back is that of another thread, which has got the same id.
  if (then === undefined || now.cpuNs < then.cpuNs || now.waitNs < then.waitNs) return now;
  return { cpuNs: now.cpuNs - then.cpuNs, waitNs: now.waitNs - then.waitNs };
}

/** @param {number[]} pids @returns {number | null} */
function faultsOf(pids) {
  const stats = pids.map((pid) => readIfThere(`/proc/${pid}/stat`)).filter((stat) => stat !== '');
  return stats.length === 0 ? null : sum(stats.map((stat) => parseStat(stat).field(12)));
}

/** @param {string} dir @returns {number | null} null with v1, which counts them elsewhere */
function faultsInCgroup(dir) {
  const faults = /^pgmajfault (\d+)$/m.exec(readIfThere(`${dir}/memory.stat`))?.[1];
  return faults === undefined ? null : Number(faults);
}

/** @param {number} pid @returns {[id: number, time: ThreadTime][]} */
function compilersOf(pid) {
  return threadsNamed(pid, (name) => COMPILER.test(name)).map(({ id, time }) => [id, time]);
}

/**
 * @param {number} pid
 * @param {(name: string) => boolean} isWanted
 * @returns {{ id: number, name: string, time: ThreadTime }[]} those of its threads; none from a kernel that does not count their time
 */
export function threadsNamed(pid, isWanted) {
  return threadsOf(pid).flatMap((id) => {
    const dir = `/proc/${pid}/task/${id}`;
    const name = readIfThere(`${dir}/comm`);
    if (!isWanted(name)) return [];
    const time = parseSchedstat(readIfThere(`${dir}/schedstat`));
    return time === null ? [] : [{ id: Number(id), name, time }];
  });
}

/** @param {number} pid @returns {string[]} ids */
function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // it has just ended, or the system is not Linux
  }
}

/**
 * @param {string} text content of /proc/<pid>/task/<tid>/schedstat (Documentation/scheduler/sched-stats.rst of the kernel)
 * @returns {ThreadTime | null} null from a kernel that does not count them
 */
export function parseSchedstat(text) {
  const match = /^(\d+) (\d+) \d+/.exec(text);
  return match && { cpuNs: Number(match[1]), waitNs: Number(match[2]) };
}
