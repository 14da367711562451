/** Reading Linux' /proc and control groups. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { orNull } from '../util/errors.ts';
import { present } from '../util/math.ts';

/** seconds of CPUs so far: busy, for interrupts, and given to other machines by the hypervisor */
export type MachineTime = { machine: number; interrupts: number; stolen: number };

/** of a process or a container, so far and now; `machine`: under it, where that may be another one */
export type Reading = { cpuSeconds: number; rssBytes: number; machine?: MachineTime };

/** of a process, by its id; of a container, by its control group's folder; of either elsewhere, by who reads it (null: it has just ended) */
export type Place = { pid?: number; cgroup?: string; read?: () => Promise<Reading | null> };

/** @param elsewhere on other systems, which have no /proc @returns what this kernel has */
function configured(name: 'CLK_TCK' | 'PAGESIZE', elsewhere: number): number {
  return process.platform === 'linux' ? Number(execFileSync('getconf', [name], { encoding: 'utf8' })) : elsewhere;
}

/** Clock ticks per second, the unit of /proc (proc(5)). */
export const ticksPerSecond = configured('CLK_TCK', 100);
/** Unit of resident memory there; 16 or 64 KiB on some arm64 systems. */
export const pageBytes = configured('PAGESIZE', 4096);

const FIRST_FIELD = 3;

/** @param stat content of /proc/<pid>/stat @returns name of the program; a field by its number in proc_pid_stat(5), from 4 on */
export function parseStat(stat: string): { comm: string; field: (number: number) => number } {
  // The name in parentheses may contain spaces and parentheses. Field 3 follows the last ')'.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  return { comm: stat.slice(stat.indexOf('(') + 1, end), field: (number) => Number(fields[number - FIRST_FIELD]) };
}

/** @returns '' if it cannot be read: what it belongs to may have just ended */
export function readIfThere(file: string): string {
  return orNull(() => readFileSync(file, 'utf8')) ?? '';
}

/** @returns content of /proc/<pid>/stat of each that is still there */
export function statsOf(pids: number[]): [pid: number, stat: string][] {
  return pids.map((pid): [number, string] => [pid, readIfThere(`/proc/${pid}/stat`)]).filter(([, stat]) => stat !== '');
}

/** @returns none if the folder is not there */
export function namesIn(folder: string): string[] {
  return orNull(() => readdirSync(folder)) ?? [];
}

/** @returns ids of its processes. The kernel shows those of other namespaces as 0 (cgroups(7)): left out */
export function pidsOf({ pid, cgroup }: Place): number[] {
  return cgroup === undefined ? present([pid]) : readIfThere(`${cgroup}/cgroup.procs`).split('\n').map(Number).filter(Boolean);
}

/** Linux only. @returns numbers of the CPUs that this process may run on, such as one with `taskset -c 0` */
export function allowedCpus(): number[] {
  return parseCpuList(/^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0');
}

/** @param list the kernel's form, such as `0-2,5` */
export function parseCpuList(list: string): number[] {
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
