/** The load generators as processes of this machine. */
import { fastestFirst } from '../../collect/machine.ts';
import { allowedCpus } from '../../collect/proc.ts';
import { namesOfGenerators, type Generator } from '../engine.ts';
import { createGroup, entering, findHierarchy, removeGroup, setQuota } from './cgroup.ts';
import { hasTaskset } from './limiter.ts';

/** `release`: once it has ended for good */
export type NativeGenerator = Generator & { release: () => void };

type Limited = Pick<NativeGenerator, 'cpus' | 'release'> & { prefix: string[] };

const UNLIMITED: Limited = { cpus: null, prefix: [], release() {} };

/** @param cpus that each is limited to; null: no limit */
export function createGenerators(count: number, cpus: number | null): NativeGenerator[] {
  return namesOfGenerators(count).map((names, index) => {
    const { prefix, ...limit } = cpus === null ? UNLIMITED : limited(cpus, names.name, index);
    const command: Generator['command'] = (words, environment) => ({ words: [...prefix, ...words], environment });
    return { ...names, ...limit, node: null, command };
  });
}

/** @param cpus such as 0.5 @returns as long as it runs; `cpus`: the limit that is in force; `prefix`: of its command */
function limited(cpus: number, name: string, index: number): Limited {
  const hierarchy = findHierarchy();
  if (hierarchy) {
    const group = createGroup(hierarchy, name);
    setQuota(hierarchy, group, cpus);
    return { cpus, prefix: entering(group), release: () => removeGroup(group) };
  }
  if (!hasTaskset()) return UNLIMITED;
  // The last CPUs: targets are pinned to the first.
  const own = ownCpus(fastestFirst(allowedCpus()).reverse(), Math.ceil(cpus), index);
  return { ...UNLIMITED, cpus: own.length, prefix: ['taskset', '-c', own.join(',')] };
}

/** @param cpus numbers @param each so many for each @returns others for each index, as long as there are some */
export function ownCpus(cpus: number[], each: number, index: number): number[] {
  const count = Math.min(each, cpus.length);
  return Array.from({ length: count }, (_, place) => cpus[(index * count + place) % cpus.length]);
}
