/** Limits a target's CPU: by a control group's quota if that is permitted, or else by pinning it to CPUs. */
import { execFileSync } from 'node:child_process';
import {
  createGroup,
  entering,
  findHierarchy,
  PERIOD_US,
  removeGroup,
  removeStaleGroups,
  setPrecedence,
  setQuota,
  type Hierarchy,
} from './cgroup.ts';
import { fastestFirst } from '../../collect/machine.ts';
import { allowedCpus } from '../../collect/proc.ts';
import { plural } from '../../util/text.ts';

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

/** @param cpus such as 0.5 @param means by default what this machine has */
export function createLimiter(
  cpus: number,
  { hierarchy = findHierarchy(), canPin = hasTaskset() }: { hierarchy?: Hierarchy | null; canPin?: boolean } = {},
): Limiter {
  if (hierarchy) return quotaLimiter(hierarchy, cpus);
  return canPin ? affinityLimiter(cpus) : unlimited();
}

/**
 * Limits a load generator as long as it runs.
 * @param cpus such as 0.5
 * @param generator `index`: from 0
 * @returns `cpus`: the limit that is in force, null for none; `words`: prefix of its command
 */
export function limitGenerator(
  cpus: number,
  { name, index }: { name: string; index: number },
): { cpus: number | null; words: string[]; release: () => void } {
  const hierarchy = findHierarchy();
  if (hierarchy) {
    const group = createGroup(hierarchy, name);
    setQuota(hierarchy, group, cpus);
    return { cpus, words: entering(group), release: () => removeGroup(group) };
  }
  if (!hasTaskset()) return { cpus: null, words: [], release() {} };
  // The last CPUs: targets are pinned to the first.
  const given = ownCpus(fastestFirst(allowedCpus()).reverse(), Math.ceil(cpus), index);
  return { cpus: given.length, words: ['taskset', '-c', given.join(',')], release() {} };
}

/** @param cpus numbers @param each so many for each @returns others for each index, as long as there are some */
export function ownCpus(cpus: number[], each: number, index: number): number[] {
  const count = Math.min(each, cpus.length);
  return Array.from({ length: count }, (_, place) => cpus[(index * count + place) % cpus.length]);
}

function quotaLimiter(hierarchy: Hierarchy, cpus: number): Limiter {
  removeStaleGroups(hierarchy);
  const groups = new Map<string, string>();
  return {
    enforced: 'quota',
    method: `quota of ${cpus} CPU by a control group (cgroup v${hierarchy.version}), in periods of ${PERIOD_US / 1000} ms`,
    periodUs: PERIOD_US,
    prepare(target) {
      const group = createGroup(hierarchy, target);
      groups.set(target, group);
      setQuota(hierarchy, group, null);
      return entering(group);
    },
    limit(target, _pid, limited, own = cpus) {
      const group = groups.get(target);
      if (!group) return;
      setQuota(hierarchy, group, limited ? own : null);
      // Otherwise the compilers of a warm-up get one thread's share of the CPU that the load leaves, and take twice as long.
      setPrecedence(hierarchy, group, !limited);
    },
    group: (target) => groups.get(target) ?? null,
    release(target) {
      const group = groups.get(target);
      groups.delete(target);
      if (group) removeGroup(group);
    },
  };
}

function affinityLimiter(cpus: number): Limiter {
  const allowed = fastestFirst(allowedCpus());
  const given = allowed.slice(0, Math.ceil(cpus));
  const less = cpus < given.length ? `; control groups are not permitted here, so the limit of ${cpus} is rounded up` : '';
  return {
    enforced: 'affinity',
    method: `pinned by taskset to ${plural(given.length, 'CPU')} (number ${given.join(', ')})${less}`,
    periodUs: null,
    prepare: () => [],
    limit(_target, pid, limited) {
      const args = ['-a', '-c', '-p', (limited ? given : allowed).join(','), String(pid)];
      // Twice: a thread that starts during the first call may have inherited the old set.
      for (let pass = 0; pass < 2; pass++) execFileSync('taskset', args, { stdio: 'ignore' });
    },
    group: () => null,
    release() {},
  };
}

function unlimited(): Limiter {
  return {
    enforced: 'none',
    method: 'not limited: neither control groups nor taskset are available',
    periodUs: null,
    prepare: () => [],
    limit() {},
    group: () => null,
    release() {},
  };
}

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
