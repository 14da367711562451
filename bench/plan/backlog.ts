/** How long a target still answers after the end of a load whose requests have piled up. */
import { BACKLOG_SECONDS } from '../../k6/lib/profiles.js';
import { eventLoops, offloadThreads, variable } from '../analyse/bottleneck/slots.ts';
import { comparedVus, type Run } from '../record/run.ts';
import { sum } from '../util/math.ts';

/** Spring Boot's server.tomcat.threads.max and server.jetty.threads.max. */
const REQUEST_THREADS = 200;

/** `limits`: not known before the engine is */
export type Load = Pick<Run, 'catalogue' | 'levels' | 'settings'> & Partial<Pick<Run, 'limits'>>;

/** @returns seconds from the load's end to its last answer, at most as many as k6 waits; 0 where requests do not pile up */
export function backlogSeconds(run: Load, { scenario, target }: { scenario: string; target: string }): number {
  const { leavesBacklog = false, calls, waitMs = 0 } = run.catalogue.scenarios[scenario];
  const handlers = leavesBacklog ? handlersThatWait(run, scenario, target) : Infinity;
  const requestMs = calls ? sum(calls.delaysMs) : waitMs;
  return Math.min(BACKLOG_SECONDS, (comparedVus(run, scenario) * requestMs) / 1000 / handlers);
}

/** @returns requests that wait at a time, of one processor where their number is not known; Infinity where no thread waits with them */
function handlersThatWait(run: Load, scenario: string, target: string): number {
  const { calls, waits } = run.catalogue.scenarios[scenario];
  const { server } = run.catalogue.targets[target];
  const isNetty = server === 'netty';
  if (calls && (isNetty || variable(run, target, 'REMOTE_CLIENT') === 'async')) return Infinity;
  if (!isNetty) return Number(variable(run, target, `SERVER_${server.toUpperCase()}_THREADS_MAX`) ?? REQUEST_THREADS);
  return waits === 'offloaded' ? offloadThreads(run, target) : eventLoops(run, target);
}
