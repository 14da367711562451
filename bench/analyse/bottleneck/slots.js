import { LIMITS } from '../../record/json/limits.js';
import { limitsOfTarget } from '../../record/variant.js';
import { sum } from '../../util/math.js';

/**
 * How much of something a target has, by what it was given: its own environment, the run's settings, or the default of docs/dev/interfaces.md, section 2.
 *
 * @typedef {import('../../record/run.js').Run} Run
 */

/** What Reactor Netty takes for its event loop (reactor.netty.ioWorkerCount): max(processors, 4). */
export const LEAST_EVENT_LOOPS = 4;
/** What Reactor gives its boundedElastic scheduler (reactor.schedulers.defaultBoundedElasticSize): 10 × processors. */
export const OFFLOAD_THREADS_PER_PROCESSOR = 10;

/**
 * @param {Pick<Run, 'catalogue' | 'settings'>} run
 * @param {string} target
 * @param {string} name of an environment variable
 * @returns {string | undefined}
 */
export function variable({ catalogue, settings }, target, name) {
  return catalogue.targets[target].environment[name] ?? settings?.targets[target]?.[name];
}

/** @param {Run} run @param {string} target @returns {number | null} database connections at most; null without any */
export function poolSize(run, target) {
  return Number(variable(run, target, LIMITS.poolSize.variable) ?? run.limits.poolSize) || null;
}

/** @param {Pick<Run, 'catalogue' | 'settings'> & Partial<Pick<Run, 'limits'>>} run @param {string} target @returns {number | null} threads of its bounded scheduler; null before the engine is known */
export function offloadThreads(run, target) {
  const threads = variable(run, target, 'OFFLOAD_THREADS');
  if (threads !== undefined) return Number(threads) || null;
  const processors = processorsOf(run, target);
  return processors === null ? null : OFFLOAD_THREADS_PER_PROCESSOR * processors;
}

/** @param {Pick<Run, 'catalogue'> & Partial<Pick<Run, 'limits'>>} run @param {string} target @returns {number | null} event loops of a target on Netty; null before the engine is known */
export function eventLoops(run, target) {
  const processors = processorsOf(run, target);
  return processors === null ? null : Math.max(LEAST_EVENT_LOOPS, processors);
}

/** @param {Pick<Run, 'catalogue'> & Partial<Pick<Run, 'limits'>>} run @param {string} target */
function processorsOf({ catalogue, limits }, target) {
  return limits ? limitsOfTarget({ catalogue, limits }, target).activeProcessorCount : null;
}

/** @param {Run} run @param {string} scenario @param {string} target @returns {number} messages to the database and back per request: as counted, else one for each statement */
export function roundTrips({ catalogue, verified }, scenario, target) {
  const { statements } = catalogue.scenarios[scenario];
  return verified?.roundTrips[scenario]?.[target] ?? sum(Object.values(statements));
}

/** @param {number} connections @param {number} heldMs for which a request takes one of them away at least @returns {number} requests/s at most */
export function carriedRps(connections, heldMs) {
  return (connections / heldMs) * 1000;
}

/** @param {{ limits: Pick<Run['limits'], 'containers'> }} run @param {string} service @returns {number | null} CPUs that its container may use; null where it runs in none, or without a limit */
export function containerCpus({ limits }, service) {
  const container = limits.containers?.find((each) => each.service === service);
  return container?.cpus || null;
}
