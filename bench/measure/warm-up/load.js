/** The load of a warm-up: whose requests, and from how many users. */
import { fitting } from '../../record/fits.js';

/**
 * With few users, code that waits for threads and connections never runs. It would first run in the measurement, and code that was compiled
 * without it would be discarded there.
 * @typedef {{ scenario: string, vus: number }} WarmUpLoad whose requests, and from how many users
 * @param {import('../../record/catalogue.js').Catalogue} catalogue
 * @param {{ scenario: string, target: string }} pair
 * @param {number} mostVus of the load that follows
 * @returns {WarmUpLoad} the scenario's own, or where these pile up those of another one that runs the same code in less time
 */
export function warmUpLoad({ scenarios, targets }, { scenario: own, target }, mostVus) {
  const { warmedBy, leavesBacklog: pilesUp = false } = scenarios[own];
  const scenario = pilesUp && warmedBy !== undefined && fitting({ targets }, warmedBy)(target) ? warmedBy : own;
  const { warmupVus, leavesBacklog = false } = scenarios[scenario];
  return { scenario, vus: leavesBacklog ? warmupVus : Math.max(warmupVus, mostVus) };
}
