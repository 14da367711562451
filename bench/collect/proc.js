/** Reading Linux' /proc and control groups. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Reading of a process or a container
 * @property {number} cpuSeconds so far
 * @property {number} rssBytes
 * @property {{ machine: number, interrupts: number, stolen: number }} [machine] seconds of the machine under it, where that may be another one
 *
 * @typedef {() => Promise<Reading | null>} Read null: it does not answer, or has just ended
 *
 * @typedef {{ pid?: number, cgroup?: string, read?: Read }} Place of a process, by its id, of a container, by the folder of its control group, or of
 *   either on another machine, by who reads it there
 */

/** @param {'CLK_TCK' | 'PAGESIZE'} name @param {number} elsewhere on other systems, which have no /proc @returns {number} what this kernel has */
function configured(name, elsewhere) {
  return process.platform === 'linux' ? Number(execFileSync('getconf', [name], { encoding: 'utf8' })) : elsewhere;
}

/** Clock ticks per second, the unit of /proc (proc(5)). */
export const ticksPerSecond = configured('CLK_TCK', 100);
/** Unit of resident memory there; 16 or 64 KiB on some arm64 systems. */
export const pageBytes = configured('PAGESIZE', 4096);

const FIRST_FIELD = 3;

/**
 * @param {string} stat content of /proc/<pid>/stat
 * @returns {{ comm: string, field: (number: number) => number }} name of the program; a field by its number in proc_pid_stat(5), from 4 on
 */
export function parseStat(stat) {
  // The name in parentheses may contain spaces and parentheses. Field 3 follows the last ')'.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  return { comm: stat.slice(stat.indexOf('(') + 1, end), field: (number) => Number(fields[number - FIRST_FIELD]) };
}

/** @param {string} file @returns {string} '' if it cannot be read: what it belongs to may have just ended */
export function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * @param {string} dir of cgroup v2, or of v1's cpuacct controller
 * @returns {number[]} ids of its processes. Those of other process namespaces are left out: the kernel shows them as 0 (cgroups(7))
 */
export function pidsInCgroup(dir) {
  return readIfThere(`${dir}/cgroup.procs`).split('\n').map(Number).filter(Boolean);
}

/** Linux only. @returns {number[]} numbers of the CPUs that this process may run on, such as one with `taskset -c 0` */
export function allowedCpus() {
  return parseCpuList(/^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0');
}

/** @param {string} list the kernel's form, such as `0-2,5` @returns {number[]} */
export function parseCpuList(list) {
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
