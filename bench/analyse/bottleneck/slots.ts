/** How much of something a target has, by what it was given: its own environment, the run's settings, or the default of docs/dev/interfaces.md, section 2. */
import { LIMITS } from '../../record/json/limits.ts';
import { limitsOfTarget } from '../../record/variant.ts';
import { sum } from '../../util/math.ts';
import type { Run } from '../../record/run.ts';

/** What Reactor Netty takes for its event loop (reactor.netty.ioWorkerCount): max(processors, 4). */
export const LEAST_EVENT_LOOPS = 4;
/** What Reactor gives its boundedElastic scheduler (reactor.schedulers.defaultBoundedElasticSize): 10 × processors. */
export const OFFLOAD_THREADS_PER_PROCESSOR = 10;

/** @param name of an environment variable */
export function variable({ catalogue, settings }: Pick<Run, 'catalogue' | 'settings'>, target: string, name: string): string | undefined {
  return catalogue.targets[target].environment[name] ?? settings?.targets[target]?.[name];
}

/** @returns database connections at most; null without any */
export function poolSize(run: Run, target: string): number | null {
  return Number(variable(run, target, LIMITS.poolSize.variable) ?? run.limits.poolSize) || null;
}

/** @returns threads of its bounded scheduler; null before the engine is known */
export function offloadThreads(run: Pick<Run, 'catalogue' | 'settings'> & Partial<Pick<Run, 'limits'>>, target: string): number | null {
  const threads = variable(run, target, 'OFFLOAD_THREADS');
  if (threads !== undefined) return Number(threads) || null;
  const processors = processorsOf(run, target);
  return processors === null ? null : OFFLOAD_THREADS_PER_PROCESSOR * processors;
}

/** @returns event loops of a target on Netty; null before the engine is known */
export function eventLoops(run: Pick<Run, 'catalogue'> & Partial<Pick<Run, 'limits'>>, target: string): number | null {
  const processors = processorsOf(run, target);
  return processors === null ? null : Math.max(LEAST_EVENT_LOOPS, processors);
}

function processorsOf({ catalogue, limits }: Pick<Run, 'catalogue'> & Partial<Pick<Run, 'limits'>>, target: string) {
  return limits ? limitsOfTarget({ catalogue, limits }, target).activeProcessorCount : null;
}

/** @returns messages to the database and back per request: as counted, else one for each statement */
export function roundTrips({ catalogue, verified }: Run, scenario: string, target: string): number {
  const { statements } = catalogue.scenarios[scenario];
  return verified?.roundTrips[scenario]?.[target] ?? sum(Object.values(statements));
}

/** @param heldMs for which a request takes one of them away at least @returns requests/s at most */
export function carriedRps(connections: number, heldMs: number): number {
  return (connections / heldMs) * 1000;
}
