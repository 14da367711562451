/** The load of a warm-up: whose requests, from how many users; and what the target uses under it. */
import { compilerMsIn, sumOfSeries } from '../../../k6/lib/compilers.js';
import { scrape } from '../../collect/ask.ts';
import { waitForIdle } from '../idle.ts';
import type { Engine } from '../../engines/engine.ts';
import { fitting, type Catalogue } from '../../record/catalogue.ts';
import type { Usage } from './steadiness.ts';

export interface WarmUpOptions {
  catalogue: Catalogue;
  /** of the load that follows */
  mostVus: number;
  /** at least 1, with the pauses between bursts; of load on each target where they get slices: each gets one at least */
  maxSeconds: number;
  /** so many bursts, or slices of each target, in a row must be quiet */
  steadyBursts?: number;
  /** bursts after a quiet one are under the CPU limit, where the engine can lift it */
  limitInTurn?: boolean;
  /** folder for warmup.hlog and k6-warmup.log */
  dir: string;
  onLook?: (successesPerSecond: number | null) => void;
}

/**
 * With few users, code that waits for threads and connections never runs. It would first run in the measurement, and code that was compiled without it
 * would be discarded there.
 * @param mostVus of the load that follows
 * @returns the scenario's own, or where these pile up those of another one that runs the same code in less time
 */
export function warmUpLoad(
  { scenarios, targets }: Catalogue,
  { scenario: own, target }: { scenario: string; target: string },
  mostVus: number,
): { scenario: string; vus: number } {
  const { warmedBy, leavesBacklog: pilesUp = false } = scenarios[own];
  const scenario = pilesUp && warmedBy !== undefined && fitting({ targets }, warmedBy)(target) ? warmedBy : own;
  const { warmupVus, leavesBacklog = false } = scenarios[scenario];
  return { scenario, vus: leavesBacklog ? warmupVus : Math.max(warmupVus, mostVus) };
}

/** @returns what the target has used so far; null without an answer */
export async function usageOf({ endpoints }: Engine, target: string): Promise<Usage | null> {
  const text = await scrape(endpoints.metrics(target)).catch(() => null);
  if (text === null) return null;
  const cpuNs = sumOfSeries(text, 'process_cpu_time_ns_total');
  return { cpuMs: cpuNs === null ? null : cpuNs / 1e6, compilerMs: compilerMsIn(text) };
}

/** @param target without load; one that has ended is not waited for */
export async function waitForCompilers(engine: Engine, target: string) {
  if (engine.targets.isRunning(target)) await waitForIdle(engine.endpoints, target);
}
