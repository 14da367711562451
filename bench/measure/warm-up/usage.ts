/** What a target that is warmed up has used, and its JIT compilers. */
import { compilerMsIn, sumOfSeries } from '../../../k6/lib/compilers.js';
import { scrape } from '../../collect/scrape.ts';
import { waitForIdle } from '../idle.ts';
import type { Engine } from '../../engines/engine.ts';

/** For compilers and collector to finish. */
const PAUSE_LIMIT_MS = 10_000;

/** so far; null where the target does not report it. `compilerMs`: of the compilers' threads, on a CPU or waiting for one */
export type Usage = { cpuMs: number | null; compilerMs: number | null };

/** @param url of the target's metrics @returns null without an answer */
export async function usageOf(url: string): Promise<Usage | null> {
  try {
    return usageIn(await scrape(url));
  } catch {
    return null;
  }
}

/** @param text of a scrape */
export function usageIn(text: string): Usage {
  const cpuNs = sumOfSeries(text, 'process_cpu_time_ns_total');
  return { cpuMs: cpuNs === null ? null : cpuNs / 1e6, compilerMs: compilerMsIn(text) };
}

/** @param target without load; one that has ended is not waited for */
export async function waitForCompilers(engine: Engine, target: string) {
  if (engine.isRunning(target)) await waitForIdle(engine.endpoints, target, PAUSE_LIMIT_MS);
}
