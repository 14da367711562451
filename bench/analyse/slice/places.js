/**
 * On which machine each process of a run was. Without a cluster all were on one. The nodes of a small cluster may be containers of one machine: then
 * all that is on them shares its CPUs.
 *
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {{ machine: Pick<Run['machine'], 'cores'>, limits: Pick<Run['limits'], 'nodes' | 'runnerMachine'> }} Placed `machine`: that under the targets
 */

/** Where they are is not a matter of the cluster. */
const BESIDE_CLUSTER = ['runner', 'kubectl'];
/** `target`, `target mvc`, and those that were idle together. */
const TARGETS = /^(idle )?targets?\b/;
const GENERATORS = /^generator\b/;

/** @param {string} process @param {Placed['limits']} limits */
function nodeOf(process, { nodes = [] }) {
  const kind = TARGETS.test(process) ? 'target' : process;
  return nodes.find(({ roles }) => roles.includes(kind)) ?? nodes.find(({ roles }) => GENERATORS.test(kind) && roles.includes('generator'));
}

/** @param {string} process @param {Placed['limits']} limits @returns {string | undefined} undefined where it is not known */
function machineOf(process, limits) {
  return BESIDE_CLUSTER.includes(process) ? limits.runnerMachine : nodeOf(process, limits)?.machine;
}

/** @param {string} process @param {Placed} run @returns {boolean} does it use the machine under the targets? */
export function isUnderTargets(process, { limits }) {
  return limits.nodes === undefined || machineOf(process, limits) === machineOf('target', limits);
}

/** @param {string} one @param {string} other @param {Placed} run @returns {boolean} do the two processes share a machine? */
export function areTogether(one, other, { limits }) {
  return limits.nodes === undefined || machineOf(one, limits) === machineOf(other, limits);
}

/** @param {string} process @param {Placed} run @returns {number | null} of its machine; null where it is not known */
export function coresUnder(process, { machine, limits }) {
  return limits.nodes === undefined ? machine.cores : (nodeOf(process, limits)?.cores ?? null);
}
