/** One load that holds connections on one target: memory before and with them, and what became of an active user beside them. */
import {
  ALONE_SECONDS,
  EVENTS_METRIC,
  LATE_METRIC,
  OPENED_METRIC,
  eventsOf,
  loadSeconds,
  phaseMetric,
  type Hold,
} from '../../../k6/lib/hold.js';
import { PATIENT_STOP_SECONDS } from '../../../k6/lib/profiles.js';
import { upperMedian } from '../../util/math.ts';
import { trialFiles } from '../generators/files.ts';
import { failureOf, readSummary, type LoadSummary } from '../generators/results.ts';
import { startLoad, type Subject } from '../generators/start.ts';
import { endedWatched } from '../watched.ts';
import type { Held, Latency } from '../../record/connections.ts';
import type { ProcessSample } from '../../record/samples.ts';

/** Memory is that of the last seconds of a phase: at its start, connections may still be settling. */
const LAST_SECONDS = 5;
/** k6 makes a user in about a millisecond. */
const USERS_PER_SECOND = 200;

/** @param subject its scenario is the name of the load @param stem path of its files, without endings @throws {Error} one line, if k6 failed */
export async function holdConnections(subject: Subject, hold: Hold, stem: string): Promise<Held> {
  const { scenario: load, target, engine } = subject;
  const files = trialFiles(stem);
  const lastsSeconds = loadSeconds(hold) + hold.openSeconds + PATIENT_STOP_SECONDS + hold.connections / USERS_PER_SECOND;
  const variables = { CONNECTIONS: hold.connections, HOLD_SECONDS: hold.holdSeconds };
  const script = { ...subject, scenario: `connections/${load}` };
  const k6 = await startLoad(script, { variables, outputs: [], files, lastsSeconds, quiet: true });
  const { end, processes } = await endedWatched(engine, target, k6);
  const failure = failureOf(end);
  if (failure !== null) throw new Error(failure);
  return { load, target, ...hold, ...heldFigures(readSummary(files.summary), processes, hold) };
}

export function heldFigures(
  { startMs, values, count }: LoadSummary,
  processes: Map<string, ProcessSample[]>,
  hold: Hold,
): Omit<Held, 'load' | 'target' | keyof Hold> {
  const memoryAt = (process: string, second: number) =>
    memoryOf(processes.get(process) ?? [], startMs + (second - LAST_SECONDS) * 1000, startMs + second * 1000);
  const latencyOf = (metric: string): Latency => {
    const { med: p50Ms = null, 'p(99)': p99Ms = null, max: maxMs = null } = values(metric);
    return { p50Ms, p99Ms, maxMs };
  };
  const { passes, matches: failed = passes ?? 0 } = values('http_req_failed');
  return {
    restBytes: memoryAt('target', ALONE_SECONDS),
    heldBytes: memoryAt('target', loadSeconds(hold)),
    generatorBytes: memoryAt('generator', loadSeconds(hold)),
    opened: count(OPENED_METRIC),
    failed,
    alone: latencyOf(phaseMetric('alone')),
    beside: latencyOf(phaseMetric('beside')),
    events:
      hold.everySeconds === null
        ? { expected: hold.connections * eventsOf(hold), received: count(EVENTS_METRIC), late: latencyOf(LATE_METRIC) }
        : null,
  };
}

/** @param samples of one process @returns null where its memory is not known */
function memoryOf(samples: ProcessSample[], fromMs: number, toMs: number): number | null {
  const within = samples.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
  // 0: not recorded.
  return upperMedian(within.flatMap(({ rssBytes = 0 }) => (rssBytes > 0 ? [rssBytes] : [])));
}
