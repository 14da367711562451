/** Limits a target's CPU: by a control group's quota if that is permitted, or else by pinning it to CPUs. */
import { execFileSync } from 'node:child_process';
import { fastestFirst } from '../../collect/machine.ts';
import { allowedCpus } from '../../collect/proc.ts';
import { plural } from '../../util/text.ts';
import * as cgroup from './cgroup.ts';

export interface Limiter {
  enforced: 'quota' | 'affinity' | 'none';
  /** sentence for the report */
  method: string;
  periodUs: number | null;
  /** prefix for the command of a target that is about to start, unlimited */
  prepare: (target: string) => string[];
  /** applies or lifts the limit; `cpus`: of that target, where a sweep gives it others */
  limit: (target: string, pid: number, limited: boolean, cpus?: number) => void;
  /** folder of its control group; null where it has none */
  group: (target: string) => string | null;
  /** after the target's last process has ended */
  release: (target: string) => void;
}

const UNLIMITED: Limiter = {
  enforced: 'none',
  method: 'not limited: neither control groups nor taskset are available',
  periodUs: null,
  prepare: () => [],
  limit() {},
  group: () => null,
  release() {},
};

/** @param cpus such as 0.5 @param hierarchy and whether CPUs can be pinned: by default what this machine has */
export function createLimiter(cpus: number, hierarchy = cgroup.findHierarchy(), canPin = hasTaskset()): Limiter {
  if (hierarchy) return quotaLimiter(hierarchy, cpus);
  return canPin ? affinityLimiter(cpus) : UNLIMITED;
}

function quotaLimiter(hierarchy: cgroup.Hierarchy, cpus: number): Limiter {
  cgroup.removeStaleGroups(hierarchy);
  const groups = new Map<string, string>();
  return {
    enforced: 'quota',
    method: `quota of ${cpus} CPU by a control group (cgroup v${hierarchy.version}), in periods of ${cgroup.PERIOD_US / 1000} ms`,
    periodUs: cgroup.PERIOD_US,
    prepare(target) {
      const group = cgroup.createGroup(hierarchy, target);
      groups.set(target, group);
      cgroup.setQuota(hierarchy, group, null);
      return cgroup.entering(group);
    },
    limit(target, _pid, limited, own = cpus) {
      const group = groups.get(target);
      if (!group) return;
      cgroup.setQuota(hierarchy, group, limited ? own : null);
      // Otherwise the compilers of a warm-up get one thread's share of the CPU that the load leaves, and take twice as long.
      cgroup.setPrecedence(hierarchy, group, !limited);
    },
    group: (target) => groups.get(target) ?? null,
    release(target) {
      const group = groups.get(target);
      groups.delete(target);
      if (group) cgroup.removeGroup(group);
    },
  };
}

function affinityLimiter(cpus: number): Limiter {
  const allowed = fastestFirst(allowedCpus());
  const given = allowed.slice(0, Math.ceil(cpus));
  const less = cpus < given.length ? `; control groups are not permitted here, so the limit of ${cpus} is rounded up` : '';
  return {
    ...UNLIMITED,
    enforced: 'affinity',
    method: `pinned by taskset to ${plural(given.length, 'CPU')} (number ${given.join(', ')})${less}`,
    limit(_target, pid, limited) {
      const args = ['-a', '-c', '-p', (limited ? given : allowed).join(','), String(pid)];
      // Twice: a thread that starts during the first call may have inherited the old set.
      for (let pass = 0; pass < 2; pass++) execFileSync('taskset', args, { stdio: 'ignore' });
    },
  };
}

export function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
