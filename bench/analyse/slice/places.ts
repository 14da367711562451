/** On which machine each process of a run was. Without a cluster all were on one. The nodes of a small cluster may be containers of one machine: then all
 * that is on them shares its CPUs. */
import type { Run } from '../../record/run.ts';

/** `machine`: that under the targets */
export type Placed = { machine: Pick<Run['machine'], 'cores'>; limits: Pick<Run['limits'], 'nodes' | 'runnerMachine'> };

/** Where they are is not a matter of the cluster. */
const BESIDE_CLUSTER = ['runner', 'kubectl'];
/** `target`, `target mvc`, and those that were idle together. */
const TARGETS = /^(idle )?targets?\b/;
const GENERATORS = /^generator\b/;

function nodeOf(process: string, { nodes = [] }: Placed['limits']) {
  const kind = TARGETS.test(process) ? 'target' : process;
  return nodes.find(({ roles }) => roles.includes(kind)) ?? nodes.find(({ roles }) => GENERATORS.test(kind) && roles.includes('generator'));
}

/** @returns undefined where it is not known */
function machineOf(process: string, limits: Placed['limits']): string | undefined {
  return BESIDE_CLUSTER.includes(process) ? limits.runnerMachine : nodeOf(process, limits)?.machine;
}

/** @returns does it use the machine under the targets? */
export function isUnderTargets(process: string, { limits }: Placed): boolean {
  return limits.nodes === undefined || machineOf(process, limits) === machineOf('target', limits);
}

/** @returns do the two processes share a machine? */
export function areTogether(one: string, other: string, { limits }: Placed): boolean {
  return limits.nodes === undefined || machineOf(one, limits) === machineOf(other, limits);
}

/** @returns of its machine; null where it is not known */
export function coresUnder(process: string, { machine, limits }: Placed): number | null {
  return limits.nodes === undefined ? machine.cores : (nodeOf(process, limits)?.cores ?? null);
}
