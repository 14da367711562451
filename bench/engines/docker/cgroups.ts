/** Finds the control group in which the kernel counts and limits a container's CPU time, with cgroup v2 or v1. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readIfThere } from '../../collect/proc.ts';

/** Deeper than any engine nests its containers: system.slice/docker-<id>.scope, docker/<id>, kubepods/…/<id>. */
const MAX_DEPTH = 6;

/** @param root the host's /sys/fs/cgroup @param ids of containers @returns folder by container id, without those that were not found */
export function findCgroups(root: string, ids: string[]): Map<string, string> {
  const found = new Map<string, string>();
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

/** @param dir as it was found @returns CPUs that the kernel allows it; null where that cannot be read */
export function quotaIn(dir: string): number | null {
  const [, quota, period] = /^(\S+) (\d+)$/m.exec(readIfThere(path.join(dir, 'cpu.max'))) ?? ofVersion1(dir);
  return quota === undefined ? null : quota === 'max' ? Infinity : Number(quota) / Number(period);
}

/** @param dir of the cpuacct controller, which may be mounted apart from cpu @returns as an entry of cpu.max */
function ofVersion1(dir: string): (string | undefined)[] {
  const cpu = dir.replace(/\/cpuacct\//, '/cpu/');
  const read = (name: string) => readIfThere(path.join(cpu, name)).trim();
  const quota = read('cpu.cfs_quota_us');
  return quota === '' ? [] : ['', quota === '-1' ? 'max' : quota, read('cpu.cfs_period_us')];
}

function search(dir: string, depth: number, visit: (dir: string, name: string) => void) {
  if (depth === 0) return;
  for (const name of foldersIn(dir)) {
    const child = path.join(dir, name);
    visit(child, name);
    search(child, depth - 1, visit);
  }
}

function foldersIn(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return []; // another version of cgroups, or no permission
  }
}
