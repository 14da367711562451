/** CPU quotas by control groups, version 2 or 1, as far as this user may create them. Synchronous, because the kernel answers at once. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { isAlive } from '../../setup/cache.js';

/** The kernel's default, which containers have too. A shorter period would shorten the pauses of a throttled process. */
export const PERIOD_US = 100_000;

const PREFIX = 'stackbench-';

/** @typedef {{version: 1 | 2, parent: string}} Hierarchy `parent`: folder in which groups with a CPU quota can be created */

/**
 * Finds where this process may create groups with a CPU quota. It tries, because permissions, delegation and the rule that a v2 group with
 * processes has no controllers for its children (cgroups(7), 'no internal processes') cannot be determined reliably.
 *
 * @param {{mounts?: string, own?: string}} [files] the kernel's tables; by default those of this process
 * @returns {Hierarchy | null} null if there is no such place
 */
export function findHierarchy({ mounts, own } = {}) {
  const candidates = hierarchies(mounts ?? readOrEmpty('/proc/self/mounts'), own ?? readOrEmpty('/proc/self/cgroup'));
  for (const candidate of candidates) if (works(candidate)) return candidate;
  return null;
}

/**
 * @param {string} mounts text of /proc/self/mounts
 * @param {string} own text of /proc/self/cgroup
 * @returns {Hierarchy[]} the process's own group and those above it, nearest first; version 2 before version 1
 */
export function hierarchies(mounts, own) {
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
    ...(unified ? upwards(unified, unifiedGroup).map((parent) => ({ version: /** @type {const} */ (2), parent })) : []),
    ...(legacy ? upwards(legacy, legacyGroup).map((parent) => ({ version: /** @type {const} */ (1), parent })) : []),
  ];
}

/** @param {string} mount @param {string} group @returns {string[]} folders of the group and of all above it */
function upwards(mount, group) {
  const folders = [mount];
  for (const part of group.split('/').filter((name) => name && name !== '..')) folders.unshift(path.join(folders[0], part));
  return folders;
}

/** @param {Hierarchy} hierarchy @returns {boolean} whether a group can be created there, limited, entered and removed */
function works(hierarchy) {
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

/** @param {Hierarchy} hierarchy @param {string} name @returns {string} its folder */
function makeGroup(hierarchy, name) {
  if (hierarchy.version === 2) enableCpu(hierarchy.parent);
  const group = path.join(hierarchy.parent, name);
  mkdirSync(group, { recursive: true });
  return group;
}

/** @param {string} parent a v2 group whose children need the CPU controller */
function enableCpu(parent) {
  const file = path.join(parent, 'cgroup.subtree_control');
  const enabled = readFileSync(file, 'utf8');
  if (!enabled.split(/\s+/).includes('cpu')) writeFileSync(file, '+cpu');
}

/**
 * Creates the group of a target, unlimited.
 *
 * @param {Hierarchy} hierarchy
 * @param {string} target
 * @returns {string} its folder
 */
export function createGroup(hierarchy, target) {
  return makeGroup(hierarchy, `${PREFIX}${process.pid}-${target}`);
}

/** @param {Hierarchy} hierarchy @param {string} group @param {number | null} cpus null: no limit */
export function setQuota(hierarchy, group, cpus) {
  const quotaUs = cpus === null ? null : Math.round(cpus * PERIOD_US);
  if (hierarchy.version === 2) {
    writeExisting(path.join(group, 'cpu.max'), `${quotaUs ?? 'max'} ${PERIOD_US}`);
    return;
  }
  writeExisting(path.join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
  writeExisting(path.join(group, 'cpu.cfs_quota_us'), String(quotaUs ?? -1));
}

/**
 * @param {Hierarchy} hierarchy
 * @param {string} group
 * @param {boolean} first true: its threads have priority over all others; false: the default, with which the whole group weighs as much
 *   as one thread outside
 */
export function setPrecedence(hierarchy, group, first) {
  // The highest and the default value of each: cgroup-v2.rst, and sched-design-CFS.rst of the kernel's documentation.
  if (hierarchy.version === 2) writeExisting(path.join(group, 'cpu.weight'), first ? '10000' : '100');
  else writeExisting(path.join(group, 'cpu.shares'), first ? '262144' : '1024');
}

/**
 * @param {string} file file of a control group. If it is missing the controller is missing, and the file must not be created
 * @param {string} text
 */
function writeExisting(file, text) {
  writeFileSync(file, text, { flag: 'r+' });
}

/**
 * A prefix for a command that puts its process into the group before the first instruction, so that no thread is left outside.
 *
 * @param {string} group
 * @returns {string[]}
 */
export function entering(group) {
  return ['sh', '-c', 'echo $$ > "$0" && exec "$@"', path.join(group, 'cgroup.procs')];
}

/**
 * Removes a group, if it still exists. For a moment after the last process in it has ended, the kernel refuses.
 *
 * @param {string} group
 */
export function removeGroup(group) {
  for (let attempt = 0; ; attempt++) {
    try {
      return rmdirSync(group);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'ENOENT') return;
      if (code !== 'EBUSY' || attempt === 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/**
 * Removes groups of runners that were killed before they could.
 *
 * @param {Hierarchy} hierarchy
 * @returns {number} how many
 */
export function removeStaleGroups(hierarchy) {
  const stale = readdirSync(hierarchy.parent).filter((name) => {
    const pid = /^stackbench-(\d+)-/.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  for (const name of stale) removeGroup(path.join(hierarchy.parent, name));
  return stale.length;
}

/** @param {string} file @returns {string} */
function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
