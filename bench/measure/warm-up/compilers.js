/** The JIT compilers of a target that is warmed up. */
import { scrape, sumOfSeries } from '../../collect/scrape.js';
import { waitForIdle } from '../idle.js';

/** For compilers and collector to finish. */
const PAUSE_LIMIT_MS = 10_000;

/**
 * @param {string} url of the target's metrics
 * @returns {Promise<number | null>} null without an answer or this metric: not every target is a JVM
 */
export async function compilationMs(url) {
  try {
    return sumOfSeries(await scrape(url), 'jvm_compilation_time_ms_total');
  } catch {
    return null;
  }
}

/**
 * @param {import('../../engines/engine.js').Engine} engine
 * @param {string} target without load; one that has ended is not waited for
 */
export async function waitForCompilers(engine, target) {
  if (engine.isRunning(target)) await waitForIdle(engine.endpoints, target, PAUSE_LIMIT_MS);
}
