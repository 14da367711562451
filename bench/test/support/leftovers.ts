/** What a run may not leave behind: processes and control groups. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readIfThere } from '../../collect/proc.ts';
import { eventually } from './processes.ts';

/** Databases of the Java tests lie in folders of their own, and may run at the same time. */
const OF_A_RUN = /services\/jvm\.args|stackbench\/.*(mariadbd|influxd|prometheus)|\/k6-[0-9a-f]{16} run/;

/** @returns commands of processes that a run of this project has started, and that still run */
function leftovers(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' '))
    .filter((command) => OF_A_RUN.test(command));
}

/** @returns names of control groups that begin so */
export function cgroups(start: string): string[] {
  return ['/sys/fs/cgroup', '/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct']
    .filter((dir) => existsSync(dir))
    .flatMap((dir) => readdirSync(dir).filter((name) => name.startsWith(start)));
}

/** @throws {Error} that names what is left */
export function assertNothingIsLeft() {
  assert.deepEqual(leftovers(), []);
  assert.deepEqual(cgroups('stackbench-'), []);
}

/** After a runner was killed, its processes end by themselves, soon. */
export function untilNoProcessIsLeft() {
  return eventually(() => leftovers().length === 0, 'the end of all processes');
}
