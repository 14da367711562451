/** What was measured on the plateau of one slice. */
import { latencyMs, merged, type RequestLog } from '../../record/hlog.ts';
import { ENDED_COMPILATIONS, summed, type LabelledSample, type Sample } from '../../record/samples.ts';
import { coresUsed } from './shares.ts';
import { COMPILER_CPU, COMPILER_WAIT } from '../../../k6/lib/compilers.js';
import { nearestSecond } from '../../util/time.ts';
import { counterDelta, highestIn, NotMeasured, orAbsent, plateauOf, type Absence, type Window } from './window.ts';
import { largest, sum } from '../../util/math.ts';
import type { RawSlice } from './view.ts';

/** @param endMs of the slice @returns by when, in whole seconds, the last request had ended */
export function lastAnswerSeconds({ ok, failed }: RequestLog, endMs: number): number {
  const last = Math.max(largest(ok.keys()), largest(failed.keys()));
  return Math.max(0, last + 1 - nearestSecond(endMs));
}

export function stageFigures({ slice, requests, processes, server: metrics }: RawSlice) {
  const window = plateauOf(slice);
  const whole = requests && countBetween(requests, { fromMs: slice.startMs, toMs: slice.endMs });
  const plateauSuccesses = requests && countBetween(requests, window).successes;
  const plateauSeconds = Math.max(0, nearestSecond(window.toMs) - nearestSecond(window.fromMs));
  const okHistogram = merged(requests ? secondsBetween(requests.ok, window) : []);
  const rps = plateauSuccesses !== null && plateauSeconds > 0 ? plateauSuccesses / plateauSeconds : null;
  /** figure → why it is not there */
  const absent: Record<string, Absence> = requests ? {} : { rps: { kind: 'file', file: 'http.hlog' } };
  const server = serverFigures(metrics, window, absent);
  return {
    vus: slice.vus,
    /** in the whole slice, as the failures */
    successes: whole?.successes ?? null,
    failures: whole?.failures ?? null,
    plateauSeconds,
    plateauSuccesses,
    /** successes per second of the plateau */
    rps,
    /** of successful requests of the plateau */
    latency: latencyMs(okHistogram),
    ...server,
    /** resident memory of the target's process */
    rssMaxBytes: orAbsent(absent, 'rssMaxBytes', () => highestIn(memory(processes), window)),
    ...cpuPerRequest(server, rps),
    /** cores used, by process */
    processCores: coresUsed(processes, window, absent),
    absent,
    /** µs, successful requests of the plateau */
    okHistogram,
  };
}

/** Where no memory was recorded, as with control groups of version 1, all samples are 0. */
function memory(processes: RawSlice['processes']): Sample[] {
  if (!processes) throw new NotMeasured({ kind: 'file', file: 'processes.csv' });
  return (processes.get('target') ?? []).flatMap(({ timeMs, rssBytes }) => (rssBytes ? [{ timeMs, value: rssBytes }] : []));
}

/** What the target itself shows on a plateau. @param absent gets a reason for every figure that is null */
function serverFigures(server: RawSlice['server'], window: Window, absent: Record<string, Absence>) {
  const series = (metric: string, label?: string) => {
    if (!server) throw new NotMeasured({ kind: 'file', file: 'server.csv' });
    return summed(server.get(metric) ?? [], label);
  };
  const highest = (name: string, metric: string, label?: string) => orAbsent(absent, name, () => highestIn(series(metric, label), window));
  const cpu = orAbsent(absent, 'cpuCores', () => counterDelta(series('process_cpu_time_ns_total'), window));
  const throttling = orAbsent(absent, 'throttledShare', () => ({
    throttled: counterDelta(series('cgroup_cpu_throttled_periods_total'), window).delta,
    periods: counterDelta(series('cgroup_cpu_periods_total'), window).delta,
  }));
  return {
    cpuCores: cpu && cpu.delta / 1e9 / cpu.seconds,
    threadsMax: highest('threadsMax', 'jvm_threads_live_threads'),
    inFlightMax: highest('inFlightMax', 'http_server_requests_active_seconds_count'),
    heapMaxBytes: highest('heapMaxBytes', 'jvm_memory_used_bytes', 'area=heap'),
    throttling,
    /** 0…1 */
    throttledShare: throttledShare(throttling),
    ...compilers(server, window),
    /** of the plateau's time in which the JVM was paused for garbage collection; null where the target does not report it */
    gcPauseShare: shareOfTime(gcPauses(server), 1, window),
  };
}

export function throttledShare(throttling: { throttled: number; periods: number } | null): number | null {
  return throttling && throttling.periods > 0 ? throttling.throttled / throttling.periods : null;
}

/** used by a target, and by its JIT compilers; null where it does not count them */
type Cores = { cpuCores: number | null; compilerCores: number | null };

/** @returns that a target used for its requests: without its compilers, where it counts them */
export function coresWithoutCompilers({ cpuCores, compilerCores }: Cores): number {
  return Math.max(0, (cpuCores ?? 0) - (compilerCores ?? 0));
}

/** @returns CPU seconds per 1,000 successful requests: without the compilers where the target counts them; theirs, null where it does not */
function cpuPerRequest(cores: Cores, rps: number | null): Record<'cpuPer1000' | 'compilerCpuPer1000', number | null> {
  const { cpuCores, compilerCores } = cores;
  if (cpuCores === null || !rps) return { cpuPer1000: null, compilerCpuPer1000: null };
  return {
    cpuPer1000: (coresWithoutCompilers(cores) / rps) * 1000,
    compilerCpuPer1000: compilerCores === null ? null : (compilerCores / rps) * 1000,
  };
}

/** What the JIT compilers' threads took, by the kernel's count, which rises while they compile. `jvm_compilation_time_ms_total`, of targets
 * that have only that, rises when a compilation ends.
 * @returns `compilingShare` of the plateau's time: CPU and waiting for a CPU; null where the target does not report it, as the cores */
function compilers(server: RawSlice['server'], window: Window): Record<'compilerCores' | 'compilingShare', number | null> {
  const cpu = shareOfTime(server?.get(COMPILER_CPU), 1e9, window);
  const wait = shareOfTime(server?.get(COMPILER_WAIT), 1e9, window);
  if (cpu !== null && wait !== null) return { compilerCores: cpu, compilingShare: cpu + wait };
  return { compilerCores: null, compilingShare: shareOfTime(server?.get(ENDED_COMPILATIONS), 1000, window) };
}

/** Micrometer has no series for a kind of pause before its first one. A scrape without any therefore counts as 0. Otherwise the first pause
 * would be lost.
 * @returns seconds that the JVM was paused for garbage collection, at each scrape; none of a target that is no JVM */
function gcPauses(server: RawSlice['server']): LabelledSample[] | undefined {
  const pauses = server?.get('jvm_gc_pause_seconds_sum');
  const scrapes = server?.get('process_cpu_time_ns_total') ?? [];
  return pauses && [...scrapes.map(({ timeMs }) => ({ timeMs, labels: '', value: 0 })), ...pauses];
}

/** @param samples of a counter of the JVM's time; none of a target that is no JVM @returns of the time between the first and the last sample in the window */
function shareOfTime(samples: LabelledSample[] | undefined, unitsPerSecond: number, window: Window): number | null {
  // The CPU, which comes from the same scrapes, says what is missing.
  const taken = samples ? orAbsent({}, 'time', () => counterDelta(summed(samples), window)) : null;
  return taken && taken.delta / unitsPerSecond / taken.seconds;
}

export function countBetween({ ok, failed }: RequestLog, window: Window): { successes: number; failures: number } {
  const count = (stream: RequestLog['ok']) => sum(secondsBetween(stream, window).map(({ totalCount }) => totalCount));
  return { successes: count(ok), failures: count(failed) };
}

function secondsBetween(stream: RequestLog['ok'], { fromMs, toMs }: Window) {
  return [...stream]
    .filter(([second]) => second >= nearestSecond(fromMs) && second < nearestSecond(toMs))
    .map(([, histogram]) => histogram);
}
