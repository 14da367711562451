/** CPU quotas by control groups, version 2 or 1, as far as this user may create them. Synchronous, because the kernel answers at once. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { readIfThere } from '../../collect/proc.ts';
import { isAlive } from '../../setup/cache.ts';
import { hasCode } from '../../util/files.ts';

/** The kernel's default, which containers have too. A shorter period would shorten the pauses of a throttled process. */
export const PERIOD_US = 100_000;

const PREFIX = 'stackbench-';

/** `parent`: folder in which groups with a CPU quota can be created */
export type Hierarchy = { version: 1 | 2; parent: string };

/**
 * Finds where this process may create groups with a CPU quota. It tries, because permissions, delegation and the rule that a v2 group with
 * processes has no controllers for its children (cgroups(7), 'no internal processes') cannot be determined reliably.
 */
export function findHierarchy(mounts = readIfThere('/proc/self/mounts'), own = readIfThere('/proc/self/cgroup')): Hierarchy | null {
  return hierarchies(mounts, own).find(works) ?? null;
}

/** From the kernel's tables. @returns the process's own group and those above it, nearest first; version 2 before version 1 */
export function hierarchies(mounts: string, own: string): Hierarchy[] {
  const mounted = mounts.split('\n').map((line) => line.split(' '));
  const unified = mounted.find(([, , type]) => type === 'cgroup2');
  const legacy = mounted.find(([, , type, options]) => type === 'cgroup' && options.split(',').includes('cpu'));
  return [
    ...upwards(2, unified, /^\d+::(.*)$/m.exec(own)?.[1]),
    ...upwards(1, legacy, /^\d+:(?:[^:]*,)?cpu(?:,[^:]*)?:(.*)$/m.exec(own)?.[1]),
  ];
}

/** @param mount a line of its table @returns folders of the group and of all above it */
function upwards(version: 1 | 2, mount: string[] | undefined, group = ''): Hierarchy[] {
  if (!mount) return [];
  const folders = [mount[1].replaceAll('\\040', ' ')];
  for (const part of group.split('/').filter((name) => name && name !== '..')) folders.unshift(path.join(folders[0], part));
  return folders.map((parent) => ({ version, parent }));
}

/** @returns whether a group can be created there, limited, entered and removed */
function works(hierarchy: Hierarchy): boolean {
  try {
    const group = createGroup(hierarchy, 'probe');
    try {
      setQuota(hierarchy, group, 1);
      const [program, ...words] = [...entering(group), 'true'];
      execFileSync(program, words, { stdio: 'ignore' });
    } finally {
      removeGroup(group);
    }
    return true;
  } catch {
    return false;
  }
}

/** Creates a group of this process. @returns its folder */
export function createGroup({ version, parent }: Hierarchy, name: string): string {
  if (version === 2) {
    // Its children need the controller.
    const file = path.join(parent, 'cgroup.subtree_control');
    if (!readFileSync(file, 'utf8').split(/\s+/).includes('cpu')) writeFileSync(file, '+cpu');
  }
  const group = path.join(parent, `${PREFIX}${process.pid}-${name}`);
  mkdirSync(group, { recursive: true });
  return group;
}

/** @param cpus null: no limit */
export function setQuota({ version }: Hierarchy, group: string, cpus: number | null) {
  const quotaUs = cpus === null ? null : Math.round(cpus * PERIOD_US);
  if (version === 2) {
    writeExisting(group, 'cpu.max', `${quotaUs ?? 'max'} ${PERIOD_US}`);
    return;
  }
  writeExisting(group, 'cpu.cfs_period_us', String(PERIOD_US));
  writeExisting(group, 'cpu.cfs_quota_us', String(quotaUs ?? -1));
}

/** @param first its threads have priority over all others; else, by default, the whole group weighs as much as one thread outside */
export function setPrecedence({ version }: Hierarchy, group: string, first: boolean) {
  // The highest and the default value of each: cgroup-v2.rst, and sched-design-CFS.rst of the kernel's documentation.
  if (version === 2) writeExisting(group, 'cpu.weight', first ? '10000' : '100');
  else writeExisting(group, 'cpu.shares', first ? '262144' : '1024');
}

/** @param file of the group. If it is missing the controller is missing, and the file must not be created */
function writeExisting(group: string, file: string, text: string) {
  writeFileSync(path.join(group, file), text, { flag: 'r+' });
}

/** A prefix for a command that puts its process into the group before the first instruction, so that no thread is left outside. */
export function entering(group: string): string[] {
  return ['sh', '-c', 'echo $$ > "$0" && exec "$@"', path.join(group, 'cgroup.procs')];
}

/** Removes a group, if it still exists. For a moment after the last process in it has ended, the kernel refuses. */
export function removeGroup(group: string) {
  for (let attempt = 0; ; attempt++) {
    try {
      return rmdirSync(group);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      if (!hasCode(error, 'EBUSY') || attempt === 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Removes groups of runners that were killed before they could. @returns how many */
export function removeStaleGroups({ parent }: Hierarchy): number {
  const stale = leftBehind(readdirSync(parent), PREFIX);
  for (const name of stale) removeGroup(path.join(parent, name));
  return stale.length;
}

/** @param names with that prefix, the id of a process, and more @returns those whose process is gone */
export function leftBehind(names: string[], prefix: string): string[] {
  return names.filter((name) => {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
}
