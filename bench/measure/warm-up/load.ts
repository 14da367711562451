/** The load of a warm-up: whose requests, and from how many users. */
import { fitting } from '../../record/fits.ts';
import type { Catalogue } from '../../record/catalogue.ts';

/** whose requests, and from how many users */
type WarmUpLoad = { scenario: string; vus: number };

/**
 * With few users, code that waits for threads and connections never runs. It would first run in the measurement, and code that was compiled
 * without it would be discarded there.
 * @param mostVus of the load that follows
 * @returns the scenario's own, or where these pile up those of another one that runs the same code in less time
 */
export function warmUpLoad(
  { scenarios, targets }: Catalogue,
  { scenario: own, target }: { scenario: string; target: string },
  mostVus: number,
): WarmUpLoad {
  const { warmedBy, leavesBacklog: pilesUp = false } = scenarios[own];
  const scenario = pilesUp && warmedBy !== undefined && fitting({ targets }, warmedBy)(target) ? warmedBy : own;
  const { warmupVus, leavesBacklog = false } = scenarios[scenario];
  return { scenario, vus: leavesBacklog ? warmupVus : Math.max(warmupVus, mostVus) };
}
