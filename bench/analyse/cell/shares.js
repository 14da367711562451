import { containerCpus } from '../bottleneck/slots.js';
import { counterDelta, NotMeasured } from './window.js';
import { sum } from '../../util/math.js';

/**
 * Who used how much of the machine, and how much there was for it.
 *
 * @typedef {import('../../record/raw-cell.js').Sample} Sample
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('./window.js').Window} Window
 * @typedef {import('./window.js').Absence} Absence
 * @typedef {Record<string, number>} ProcessCores cores used, by process; `machine`: by all together
 * @typedef {{used: number, share: number}} Use of so many cores
 * @typedef {{ machine: Pick<Run['machine'], 'cores'>, limits: Pick<Run['limits'], 'generatorCpus' | 'containers'> }} Given
 */

/** Time that the kernel counts for the machine and, depending on how it was built, for no process (proc_stat(5)). */
export const UNCHARGED = ['interrupts', 'stolen'];
/** A share of a machine that is full is not nothing, so that what was used can be divided by it. */
const LEAST_CORES = 0.01;
const OF_MACHINE = ['machine', ...UNCHARGED];

/**
 * @param {Map<string, Sample[]> | null} processes cumulative CPU seconds of each
 * @param {Window} window
 * @param {Record<string, Absence>} [absent] gets a reason for every process without a figure
 * @returns {ProcessCores} without those that have no two samples in the window
 */
export function coresUsed(processes, window, absent = {}) {
  /** @type {ProcessCores} */
  const cores = {};
  for (const [process, samples] of processes ?? []) {
    try {
      const { delta, seconds } = counterDelta(samples, window);
      cores[process] = delta / seconds;
    } catch (error) {
      if (!(error instanceof NotMeasured)) throw error;
      absent[`${process} cores`] = error.absence;
    }
  }
  return cores;
}

/**
 * What the generator may use: what the others leave it, and no more than it is given.
 * @param {ProcessCores} cores
 * @param {Given} run
 * @returns {Use | null} null where it was not recorded
 */
export function generatorUse(cores, run) {
  return useOf('generator', cores, run, run.limits.generatorCpus);
}

/** @param {ProcessCores} cores @param {Given} run @returns {Use | null} null where it was not recorded */
export function databaseUse(cores, run) {
  return useOf('database', cores, run, containerCpus(run, 'mariadb'));
}

/**
 * @param {string} process
 * @param {ProcessCores} cores
 * @param {Given} run
 * @param {number | null} given cores that it is limited to; null for none
 * @returns {Use | null} null where it was not recorded
 */
export function useOf(process, cores, { machine }, given) {
  const { [process]: used, machine: all } = cores;
  if (used === undefined || all === undefined) return null;
  // What it used was left to it, even where the others seem to have used more than there is.
  const left = Math.max(used, LEAST_CORES, machine.cores - Math.max(0, all - used));
  return { used, share: Math.min(left, given ?? Infinity) };
}

/**
 * @param {ProcessCores} cores
 * @param {string[]} processes that were watched
 * @param {Pick<Run, 'machine'>} run
 * @returns {number} share of the machine that processes which are not of the run used; 0 where a watched one was not there throughout: the figures
 *   say so where they are made
 */
export function othersShare(cores, processes, { machine }) {
  if (cores.machine === undefined || processes.some((process) => cores[process] === undefined)) return 0;
  const known = sum(processes.filter((process) => !OF_MACHINE.includes(process)).map((process) => cores[process]));
  return (cores.machine - known) / machine.cores;
}
