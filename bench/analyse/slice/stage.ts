/** What was measured on the plateau of one slice. */
import { emptyHistogram, latencyMs, merged, type RequestLog } from '../../record/hlog.ts';
import { JETTY_CONNECTIONS, THREAD_GAUGES } from '../bottleneck/servers.ts';
import { ENDED_COMPILATIONS, summed } from '../../record/samples.ts';
import { coresUsed } from './shares.ts';
import { COMPILER_CPU, COMPILER_WAIT } from '../../../k6/lib/compilers.js';
import { nearestSecond } from '../../util/time.ts';
import { counterDelta, highestIn, NotMeasured, within, type Absence, type Window } from './window.ts';
import { largest, sum } from '../../util/math.ts';
import type { StageFigures } from '../types.ts';
import type { Slice } from '../../record/part.ts';
import type { LabelledSample } from '../../record/raw-part.ts';
import type { RawSlice } from './view.ts';

/** @param endMs of the slice @returns by when, in whole seconds, the last request had ended */
export function lastAnswerSeconds({ ok, failed }: RequestLog, endMs: number): number {
  const last = Math.max(largest(ok.keys()), largest(failed.keys()));
  return Math.max(0, last + 1 - nearestSecond(endMs));
}

export function stageFigures(raw: RawSlice): StageFigures {
  const { slice: stage } = raw;
  const whole = raw.requests && countBetween(raw.requests, stage.startMs, stage.endMs);
  const plateau = raw.requests && countBetween(raw.requests, stage.plateauStartMs, stage.plateauEndMs);
  const plateauSeconds = Math.max(0, nearestSecond(stage.plateauEndMs) - nearestSecond(stage.plateauStartMs));
  const okHistogram = raw.requests ? histogramBetween(raw.requests.ok, stage.plateauStartMs, stage.plateauEndMs) : emptyHistogram();
  const rps = plateau && plateauSeconds > 0 ? plateau.successes / plateauSeconds : null;
  const absent: Record<string, Absence> = raw.requests ? {} : { rps: { kind: 'file', file: 'http.hlog' } };
  const server = serverFigures(stage, raw.server, absent);
  return {
    vus: stage.vus,
    successes: whole?.successes ?? null,
    failures: whole?.failures ?? null,
    plateauSeconds,
    plateauSuccesses: plateau?.successes ?? null,
    plateauFailures: plateau?.failures ?? null,
    rps,
    latency: latencyMs(okHistogram),
    ...server,
    rssMaxBytes: rssMax(raw.processes, { fromMs: stage.plateauStartMs, toMs: stage.plateauEndMs }, absent),
    ...cpuPerRequest(server, rps),
    processCores: coresUsed(raw.processes, { fromMs: stage.plateauStartMs, toMs: stage.plateauEndMs }, absent),
    absent,
    okHistogram,
  };
}

/**
 * Where no memory was recorded, as with control groups of version 1, all samples are 0.
 * @param absent gets a reason where there is none
 * @returns largest resident memory of the target
 */
function rssMax(processes: RawSlice['processes'], window: Window, absent: Record<string, Absence>): number | null {
  const samples = within(processes?.get('target') ?? [], window);
  const most = largest(samples.map(({ rssBytes = 0 }) => rssBytes));
  if (most > 0) return most;
  absent.rssMaxBytes = processes ? { kind: 'samples', samples: 0, needed: 1 } : { kind: 'file', file: 'processes.csv' };
  return null;
}

/** What the target itself shows on a plateau. @param absent gets a reason for every figure that is null */
function serverFigures(stage: Slice, server: RawSlice['server'], absent: Record<string, Absence>) {
  const window = { fromMs: stage.plateauStartMs, toMs: stage.plateauEndMs };
  const series = (metric: string, label: string | undefined = undefined) => {
    if (!server) throw new NotMeasured({ kind: 'file', file: 'server.csv' });
    return summed(server.get(metric) ?? [], label);
  };
  const orAbsent = <T>(name: string, figure: () => T): T | null => {
    try {
      return figure();
    } catch (error) {
      if (!(error instanceof NotMeasured)) throw error;
      absent[name] = error.absence;
      return null;
    }
  };
  const cpu = orAbsent('cpuCores', () => counterDelta(series('process_cpu_time_ns_total'), window));
  const throttling = orAbsent('throttledShare', () => ({
    throttled: counterDelta(series('cgroup_cpu_throttled_periods_total'), window).delta,
    periods: counterDelta(series('cgroup_cpu_periods_total'), window).delta,
  }));
  return {
    cpuCores: cpu && cpu.delta / 1e9 / cpu.seconds,
    threadsMax: orAbsent('threadsMax', () => highestIn(series('jvm_threads_live_threads'), window)),
    inFlightMax: orAbsent('inFlightMax', () => highestIn(series('http_server_requests_active_seconds_count'), window)),
    heapMaxBytes: orAbsent('heapMaxBytes', () => highestIn(series('jvm_memory_used_bytes', 'area=heap'), window)),
    throttling,
    throttledShare: throttling && throttling.periods > 0 ? throttling.throttled / throttling.periods : null,
    ...compilers(server, window),
    gcPauseShare: shareOfTime(gcPauses(server), 1, window),
  };
}

type Cores = Pick<StageFigures, 'cpuCores' | 'compilerCores'>;

/** @returns that a target used for its requests: without its compilers, where it counts them */
export function coresWithoutCompilers({ cpuCores, compilerCores }: Cores): number {
  return Math.max(0, (cpuCores ?? 0) - (compilerCores ?? 0));
}

/** @returns CPU seconds per 1,000 requests: without the compilers; theirs */
function cpuPerRequest(cores: Cores, rps: number | null): { cpuPer1000: number | null; compilerCpuPer1000: number | null } {
  const { cpuCores, compilerCores } = cores;
  if (cpuCores === null || !rps) return { cpuPer1000: null, compilerCpuPer1000: null };
  return {
    cpuPer1000: (coresWithoutCompilers(cores) / rps) * 1000,
    compilerCpuPer1000: compilerCores === null ? null : (compilerCores / rps) * 1000,
  };
}

/**
 * What the JIT compilers' threads took, by the kernel's count, which rises while they compile. `jvm_compilation_time_ms_total`, of targets that have only
 * that, rises when a compilation ends.
 * @returns `compilingShare` of the time: CPU and waiting for a CPU
 */
function compilers(
  server: RawSlice['server'],
  window: { fromMs: number; toMs: number },
): Pick<StageFigures, 'compilerCores' | 'compilingShare'> {
  const cpu = shareOfTime(server?.get(COMPILER_CPU), 1e9, window);
  const wait = shareOfTime(server?.get(COMPILER_WAIT), 1e9, window);
  if (cpu !== null && wait !== null) return { compilerCores: cpu, compilingShare: cpu + wait };
  return { compilerCores: null, compilingShare: shareOfTime(server?.get(ENDED_COMPILATIONS), 1000, window) };
}

/**
 * Micrometer has no series for a kind of pause before its first one. A scrape without any therefore counts as 0. Otherwise the first
 * pause would be lost.
 * @returns seconds that the JVM was paused for garbage collection, at each scrape; none of a target that is no JVM
 */
function gcPauses(server: RawSlice['server']): LabelledSample[] | undefined {
  const pauses = server?.get('jvm_gc_pause_seconds_sum');
  const scrapes = server?.get('process_cpu_time_ns_total') ?? [];
  return pauses && [...scrapes.map(({ timeMs }) => ({ timeMs, labels: '', value: 0 })), ...pauses];
}

/**
 * @param samples of a counter of the JVM's time; none of a target that is no JVM
 * @param unitsPerSecond of the counter
 * @returns of the time between the first and the last sample in the window
 */
function shareOfTime(
  samples: LabelledSample[] | undefined,
  unitsPerSecond: number,
  window: { fromMs: number; toMs: number },
): number | null {
  if (!samples) return null;
  try {
    const { delta, seconds } = counterDelta(summed(samples), window);
    return delta / unitsPerSecond / seconds;
  } catch {
    return null; // the CPU, which comes from the same scrapes, says what is missing
  }
}

export function countBetween(requests: RequestLog, fromMs: number, toMs: number) {
  return { successes: countStream(requests.ok, fromMs, toMs), failures: countStream(requests.failed, fromMs, toMs) };
}

function countStream(stream: RequestLog['ok'], fromMs: number, toMs: number) {
  return sum(secondsBetween(stream, fromMs, toMs).map(({ totalCount }) => totalCount));
}

function histogramBetween(stream: RequestLog['ok'], fromMs: number, toMs: number) {
  return merged(secondsBetween(stream, fromMs, toMs));
}

function secondsBetween(stream: RequestLog['ok'], fromMs: number, toMs: number) {
  return [...stream]
    .filter(([second]) => second >= nearestSecond(fromMs) && second < nearestSecond(toMs))
    .map(([, histogram]) => histogram);
}

/** Tomcat reports -1 for every figure of a pool that it does not own, as with virtual threads. Jetty reports its connections alone then. */
export function requestThreads(server: RawSlice['server']): number | 'unbounded' | null {
  const sizes = THREAD_GAUGES.flatMap(({ max }) => (server?.get(max) ?? []).map(({ value }) => value));
  if (sizes.length === 0) return server?.has(JETTY_CONNECTIONS) ? 'unbounded' : null;
  const size = largest(sizes);
  return size > 0 ? size : 'unbounded';
}
