/** The load of a warm-up: whose requests, from how many users, and under the CPU limit or not. */
import { fitting } from '../../record/fits.js';

/**
 * Under the quota threads stop in the middle of work, and others take branches that they never take without it. Code that was compiled
 * without these branches is then discarded and compiled again, for seconds. So a warm-up must run under the quota, too, and then without it.
 * @typedef {{ vus: number, limited: boolean }} Kind of a burst
 * @param {number[]} vus
 * @param {boolean} limitInTurn
 * @returns {Kind[]}
 */
export function kindsOfBursts(vus, limitInTurn) {
  const limits = limitInTurn ? [false, true] : [false];
  return vus.flatMap((users) => limits.map((limited) => ({ vus: users, limited })));
}

/**
 * With few users, code that waits for threads and connections never runs. It would first run in the measurement, and code that was compiled
 * without it would be discarded there.
 * @typedef {{ scenario: string, vus: number[] }} WarmUpLoad whose requests, and from how many users, in turn
 * @param {import('../../record/catalogue.js').Catalogue} catalogue
 * @param {{ scenario: string, target: string }} cell
 * @param {number} mostVus of the load that follows
 * @returns {WarmUpLoad} the scenario's own, or those of another one that runs the same code in less time
 */
export function warmUpLoad({ scenarios, targets }, { scenario: own, target }, mostVus) {
  const { warmedBy = own } = scenarios[own];
  const scenario = fitting({ targets }, warmedBy)(target) ? warmedBy : own;
  const { warmupVus, leavesBacklog = false } = scenarios[scenario];
  return { scenario, vus: mostVus > warmupVus && !leavesBacklog ? [warmupVus, mostVus] : [warmupVus] };
}
