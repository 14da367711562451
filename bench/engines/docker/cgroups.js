/** Finds the control group in which the kernel counts and limits a container's CPU time, with cgroup v2 or v1. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readIfThere } from '../../collect/proc.js';

/** Deeper than any engine nests its containers: system.slice/docker-<id>.scope, docker/<id>, kubepods/…/<id>. */
const MAX_DEPTH = 6;

/**
 * @param {string} root the host's /sys/fs/cgroup
 * @param {string[]} ids of containers
 * @returns {Map<string, string>} folder by container id, without those that were not found
 */
export function findCgroups(root, ids) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const starts = [path.join(root, 'cpuacct'), path.join(root, 'cpu,cpuacct'), root];
  for (const start of starts) {
    search(start, MAX_DEPTH, (dir, name) => {
      const id = ids.find((each) => name.includes(each));
      if (id !== undefined && !found.has(id)) found.set(id, dir);
    });
    if (found.size > 0) return found;
  }
  return found;
}

/** @param {string} dir as it was found @returns {number | null} CPUs that the kernel allows it; null where that cannot be read */
export function quotaIn(dir) {
  const [, quota, period] = /^(\S+) (\d+)$/m.exec(readIfThere(path.join(dir, 'cpu.max'))) ?? ofVersion1(dir);
  return quota === undefined ? null : quota === 'max' ? Infinity : Number(quota) / Number(period);
}

/** @param {string} dir of the cpuacct controller, which may be mounted apart from cpu @returns {(string | undefined)[]} as an entry of cpu.max */
function ofVersion1(dir) {
  const cpu = dir.replace(/\/cpuacct\//, '/cpu/');
  const read = (/** @type {string} */ name) => readIfThere(path.join(cpu, name)).trim();
  const quota = read('cpu.cfs_quota_us');
  return quota === '' ? [] : ['', quota === '-1' ? 'max' : quota, read('cpu.cfs_period_us')];
}

/** @param {string} dir @param {number} depth @param {(dir: string, name: string) => void} visit */
function search(dir, depth, visit) {
  if (depth === 0) return;
  for (const name of foldersIn(dir)) {
    const child = path.join(dir, name);
    visit(child, name);
    search(child, depth - 1, visit);
  }
}

/** @param {string} dir */
function foldersIn(dir) {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return []; // another version of cgroups, or no permission
  }
}
