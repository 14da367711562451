/** What a target that is warmed up has used, and its JIT compilers. */
import { compilerMsIn, sumOfSeries } from '../../../k6/lib/compilers.js';
import { scrape } from '../../collect/scrape.js';
import { waitForIdle } from '../idle.js';

/** For compilers and collector to finish. */
const PAUSE_LIMIT_MS = 10_000;

/**
 * @typedef {{ cpuMs: number | null, compilerMs: number | null }} Usage so far; null where the target does not report it. `compilerMs`: of the compilers'
 *   threads, on a CPU or waiting for one
 */

/** @param {string} url of the target's metrics @returns {Promise<Usage | null>} null without an answer */
export async function usageOf(url) {
  try {
    return usageIn(await scrape(url));
  } catch {
    return null;
  }
}

/** @param {string} text of a scrape @returns {Usage} */
export function usageIn(text) {
  const cpuNs = sumOfSeries(text, 'process_cpu_time_ns_total');
  return { cpuMs: cpuNs === null ? null : cpuNs / 1e6, compilerMs: compilerMsIn(text) };
}

/** @param {import('../../engines/engine.js').Engine} engine @param {string} target without load; one that has ended is not waited for */
export async function waitForCompilers(engine, target) {
  if (engine.isRunning(target)) await waitForIdle(engine.endpoints, target, PAUSE_LIMIT_MS);
}
