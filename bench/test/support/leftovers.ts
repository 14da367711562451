/** What a run may not leave behind: processes and control groups. */
import assert from 'node:assert/strict';
import { namesIn } from '../../collect/proc.ts';
import { commandOf, eventually, processIds } from './processes.ts';

/** Databases of the Java tests lie in folders of their own, and may run at the same time. */
const OF_A_RUN = /services\/jvm\.args|stackbench\/.*(mariadbd|influxd|prometheus)|\/k6-[0-9a-f]{16} run/;

/** @returns commands of processes that a run of this project has started, and that still run */
function leftovers(): string[] {
  const others = processIds().filter((pid) => pid !== process.pid);
  return others.map(commandOf).filter((command) => OF_A_RUN.test(command));
}

/** @returns names of control groups that begin so */
export function cgroups(start: string): string[] {
  const folders = ['/sys/fs/cgroup', '/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct'];
  return folders.flatMap(namesIn).filter((name) => name.startsWith(start));
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
