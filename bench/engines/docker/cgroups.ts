/** Finds the control group in which the kernel counts and limits a container's CPU time, with cgroup v2 or v1. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readIfThere } from '../../collect/proc.ts';
import { orNull } from '../../util/errors.ts';

/** Deeper than any engine nests its containers: system.slice/docker-<id>.scope, docker/<id>, kubepods/…/<id>. */
const MAX_DEPTH = 6;

/** @param root the host's /sys/fs/cgroup @param id of a container @returns its folder; undefined if it was not found */
export function findCgroup(root: string, id: string): string | undefined {
  for (const controller of ['cpuacct', 'cpu,cpuacct', '']) {
    const found = search(path.join(root, controller), id, MAX_DEPTH);
    if (found !== undefined) return found;
  }
  return undefined;
}

function search(dir: string, id: string, depth: number): string | undefined {
  for (const name of depth === 0 ? [] : foldersIn(dir)) {
    const child = path.join(dir, name);
    const found = name.includes(id) ? child : search(child, id, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function foldersIn(dir: string) {
  // None where there is another version of cgroups, or no permission.
  const entries = orNull(() => readdirSync(dir, { withFileTypes: true })) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** @param dir as it was found @returns CPUs that the kernel allows it; null where that cannot be read */
export function quotaIn(dir: string): number | null {
  const [quota, period] = /^(\S+) (\d+)$/m.exec(readIfThere(path.join(dir, 'cpu.max')))?.slice(1) ?? ofVersion1(dir);
  return quota === '' ? null : quota === 'max' || quota === '-1' ? Infinity : Number(quota) / Number(period);
}

/** @param dir of the cpuacct controller, which may be mounted apart from cpu @returns quota and period; '' where they cannot be read */
function ofVersion1(dir: string): string[] {
  const cpu = dir.replace(/\/cpuacct\//, '/cpu/');
  return ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((name) => readIfThere(path.join(cpu, name)).trim());
}
