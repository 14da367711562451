/** CPU quotas by control groups, version 2 or 1, as far as this user may create them. Synchronous, because the kernel answers at once. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { isAlive } from '../../setup/cache.ts';

/** The kernel's default, which containers have too. A shorter period would shorten the pauses of a throttled process. */
export const PERIOD_US = 100_000;

const PREFIX = 'stackbench-';

/** `parent`: folder in which groups with a CPU quota can be created */
export type Hierarchy = { version: 1 | 2; parent: string };

/**
 * Finds where this process may create groups with a CPU quota. It tries, because permissions, delegation and the rule that a v2 group with
 * processes has no controllers for its children (cgroups(7), 'no internal processes') cannot be determined reliably.
 * @param files the kernel's tables; by default those of this process
 * @returns null if there is no such place
 */
export function findHierarchy({ mounts, own }: { mounts?: string; own?: string } = {}): Hierarchy | null {
  const candidates = hierarchies(mounts ?? readOrEmpty('/proc/self/mounts'), own ?? readOrEmpty('/proc/self/cgroup'));
  for (const candidate of candidates) if (works(candidate)) return candidate;
  return null;
}

/**
 * @param mounts text of /proc/self/mounts
 * @param own text of /proc/self/cgroup
 * @returns the process's own group and those above it, nearest first; version 2 before version 1
 */
export function hierarchies(mounts: string, own: string): Hierarchy[] {
  const mounted = mounts.split('\n').map((line) => {
    const [, directory = '', type, options = ''] = line.split(' ');
    return { directory: directory.replaceAll('\\040', ' '), type, options: options.split(',') };
  });
  const groups = own.split('\n').map((line) => {
    const [, controllers = '', group = '/'] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    return { controllers: controllers.split(','), group, isNone: line === '' };
  });
  const unified = mounted.find((mount) => mount.type === 'cgroup2')?.directory;
  const legacy = mounted.find((mount) => mount.type === 'cgroup' && mount.options.includes('cpu'))?.directory;
  const unifiedGroup = groups.find((group) => !group.isNone && group.controllers[0] === '')?.group ?? '/';
  const legacyGroup = groups.find((group) => group.controllers.includes('cpu'))?.group ?? '/';
  return [
    ...(unified ? upwards(unified, unifiedGroup).map((parent) => ({ version: 2 as const, parent })) : []),
    ...(legacy ? upwards(legacy, legacyGroup).map((parent) => ({ version: 1 as const, parent })) : []),
  ];
}

/** @returns folders of the group and of all above it */
function upwards(mount: string, group: string): string[] {
  const folders = [mount];
  for (const part of group.split('/').filter((name) => name && name !== '..')) folders.unshift(path.join(folders[0], part));
  return folders;
}

/** @returns whether a group can be created there, limited, entered and removed */
function works(hierarchy: Hierarchy): boolean {
  try {
    const group = makeGroup(hierarchy, `${PREFIX}${process.pid}-probe`);
    try {
      setQuota(hierarchy, group, 1);
      execFileSync('sh', ['-c', 'echo $$ > "$0"', path.join(group, 'cgroup.procs')], { stdio: 'ignore' });
    } finally {
      removeGroup(group);
    }
    return true;
  } catch {
    return false;
  }
}

/** @returns its folder */
function makeGroup(hierarchy: Hierarchy, name: string): string {
  if (hierarchy.version === 2) enableCpu(hierarchy.parent);
  const group = path.join(hierarchy.parent, name);
  mkdirSync(group, { recursive: true });
  return group;
}

/** @param parent a v2 group whose children need the CPU controller */
function enableCpu(parent: string) {
  const file = path.join(parent, 'cgroup.subtree_control');
  const enabled = readFileSync(file, 'utf8');
  if (!enabled.split(/\s+/).includes('cpu')) writeFileSync(file, '+cpu');
}

/** Creates the group of a target, unlimited. @returns its folder */
export function createGroup(hierarchy: Hierarchy, target: string): string {
  return makeGroup(hierarchy, `${PREFIX}${process.pid}-${target}`);
}

/** @param cpus null: no limit */
export function setQuota(hierarchy: Hierarchy, group: string, cpus: number | null) {
  const quotaUs = cpus === null ? null : Math.round(cpus * PERIOD_US);
  if (hierarchy.version === 2) {
    writeExisting(path.join(group, 'cpu.max'), `${quotaUs ?? 'max'} ${PERIOD_US}`);
    return;
  }
  writeExisting(path.join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
  writeExisting(path.join(group, 'cpu.cfs_quota_us'), String(quotaUs ?? -1));
}

/**
 * @param first true: its threads have priority over all others; false: the default, with which the whole group weighs as much
 * as one thread outside
 */
export function setPrecedence(hierarchy: Hierarchy, group: string, first: boolean) {
  // The highest and the default value of each: cgroup-v2.rst, and sched-design-CFS.rst of the kernel's documentation.
  if (hierarchy.version === 2) writeExisting(path.join(group, 'cpu.weight'), first ? '10000' : '100');
  else writeExisting(path.join(group, 'cpu.shares'), first ? '262144' : '1024');
}

/** @param file file of a control group. If it is missing the controller is missing, and the file must not be created */
function writeExisting(file: string, text: string) {
  writeFileSync(file, text, { flag: 'r+' });
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
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      if (code !== 'EBUSY' || attempt === 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Removes groups of runners that were killed before they could. @returns how many */
export function removeStaleGroups(hierarchy: Hierarchy): number {
  const stale = readdirSync(hierarchy.parent).filter((name) => {
    const pid = /^stackbench-(\d+)-/.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  for (const name of stale) removeGroup(path.join(hierarchy.parent, name));
  return stale.length;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
