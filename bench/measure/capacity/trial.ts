/** One rate of the open model on one target: how long do answers take, and does the rate hold? */
import { readFileSync } from 'node:fs';
import { PATIENT_STOP_SECONDS, RAMP_SECONDS } from '../../../k6/lib/profiles.js';
import { FAILED_SHARE_LIMIT } from '../../analyse/slice/health.ts';
import { latencyMs, merged, parseHlog } from '../../record/hlog.ts';
import { coresUsed, generatorUse, isGenerator, isOverused, type ProcessCores } from '../../analyse/slice/shares.ts';
import { spreadCheck } from '../part/checks.ts';
import { trialFiles } from '../generators/files.ts';
import { failureOf, readSummary } from '../generators/results.ts';
import { startLoad, type Subject } from '../generators/start.ts';
import { endedWatched } from '../watched.ts';
import type { Trial } from '../../record/capacity.ts';
import type { Check } from '../../record/part.ts';
import type { Limits } from '../../record/json/circumstances.ts';

/** k6's exit code of a script that ended the test (errext/exitcodes): here, because the target is gone or answers wrongly. */
const ABORTED_BY_SCRIPT = 108;
/** A k6 may or may not begin the request that is due at the very end. */
const LAST_REQUEST = 1;

/** `seconds` of a trial, `cores` of the machine */
type TrialSubject = Subject & { seconds: number; sloP99Ms: number; cores: number };

/** @param stem path of the trial's files, without their endings @throws {Error} if k6 was killed, which shows nothing about the target */
export async function runTrial(subject: TrialSubject, rate: number, stem: string): Promise<Trial> {
  const { target, seconds, sloP99Ms, cores, engine } = subject;
  const files = trialFiles(stem);
  const variables = { ROUND: 1, RATE: rate, RATE_SECONDS: seconds, RATE_VUS: usersFor(rate, sloP99Ms) };
  const k6 = await startLoad(subject, { variables, lastsSeconds: seconds + PATIENT_STOP_SECONDS, files });
  const { end, processes } = await endedWatched(engine, target, k6);
  if (end.signal !== null) throw new Error(`${end.name} was ended by ${end.signal} at ${rate} requests/s`);
  const failure = failureOf(end);
  if (failure !== null) return failedTrial(rate, end.exitCode, failure);
  const { interrupted, instances } = end;
  const { startMs, count } = readSummary(files.summary);
  const processCores = coresUsed(processes, { fromMs: startMs + RAMP_SECONDS * 1000, toMs: startMs + seconds * 1000 });
  const given = { generatorCpus: engine.generators[0].cpus, ...engine.clusterNodes?.() };
  const generator = generatorCheck(processCores, { cores, ...given });
  const figures = trialFigures(readFileSync(files.hlog, 'utf8'), Math.round(startMs / 1000), seconds);
  const [unanswered, dropped] = [interrupted ?? 0, count('dropped_iterations')];
  const begun = count('iterations') + dropped + unanswered;
  const behindMs = lateness({ rate, seconds, begun, instances: instances.length });
  const counts = { ...figures, unanswered, dropped, behindMs };
  const why = reasons(counts, sloP99Ms);
  const holds = why.length === 0;
  const apart = spreadCheck(instances).find(({ ok }) => !ok);
  const late = isLate(counts, sloP99Ms) && { ok: false, detail: `k6 began its requests up to ${behindMs} ms late` };
  return { rate, holds, why, ...counts, generator: { ...generator, ...(late || apart), name: generator.name }, processCores };
}

/** A k6 that used nearly all of what the others left, or of its own limit, was the bottleneck, not the target. @param given cores; null for no limit */
export function generatorCheck(
  processCores: ProcessCores,
  { cores, ...limits }: Pick<Limits, 'generatorCpus' | 'nodes' | 'runnerMachine'> & { cores: number },
): Check {
  const name = 'generator';
  const use = generatorUse(processCores, { machine: { cores }, limits });
  if (!use) return { name, ok: false, detail: 'its CPU time was not recorded' };
  const { process = 'k6', used, share } = use;
  const count = use.process ? 1 : Object.keys(processCores).filter(isGenerator).length;
  const isGiven = limits.generatorCpus !== null && share === limits.generatorCpus * count;
  const detail = `${process} used ${used.toFixed(2)} of the ${share.toFixed(2)} cores that it ${isGiven ? 'is given' : 'was left by the others'}`;
  return { name, ok: !isOverused(use), detail };
}

/**
 * k6 does not count requests that are due and not begun when the time is up (Run in lib/executor/ramping_arrival_rate.go, k6 1.8.1). Those that it began
 * were as late, which is in no latency. @param trial `begun`: or dropped; `instances`: of k6 @returns ms by which k6 was behind in the end
 */
export function lateness({ rate, seconds, begun, instances }: Record<'rate' | 'seconds' | 'begun' | 'instances', number>): number {
  const due = Math.floor(rate * (seconds - RAMP_SECONDS / 2));
  return Math.round((Math.max(0, due - LAST_REQUEST * instances - begun) / rate) * 1000);
}

/** @returns is the p99 within the SLO only because k6 began requests late? */
function isLate({ p99Ms, behindMs }: Pick<Trial, 'p99Ms' | 'behindMs'>, sloP99Ms: number): boolean {
  return p99Ms !== null && p99Ms <= sloP99Ms && p99Ms + behindMs > sloP99Ms;
}

/** Twice as many as are in flight while every answer takes as long as the SLO allows, so that a short pause drops nothing. */
function usersFor(rate: number, sloP99Ms: number) {
  return Math.min(20_000, 50 + Math.ceil((2 * rate * sloP99Ms) / 1000));
}

function failedTrial(rate: number, exitCode: number | null, why: string): Trial {
  const byScript = exitCode === ABORTED_BY_SCRIPT;
  const generator = { name: 'generator', ok: byScript, detail: byScript ? 'not looked at' : 'not known: k6 failed' };
  return {
    ...{ rate, holds: false, why: [why] },
    ...{ rps: null, p50Ms: null, p95Ms: null, p99Ms: null, requests: 0, failures: 0, unanswered: 0, dropped: 0, behindMs: 0 },
    ...{ generator, processCores: {} },
  };
}

/** @param hlog text of the interval log @param startSecond epoch second in which the load began @param seconds of load */
export function trialFigures(hlog: string, startSecond: number, seconds: number) {
  const log = parseHlog(hlog);
  const within = ([second]: [number, unknown]) => second >= startSecond + RAMP_SECONDS && second < startSecond + seconds;
  const [ok, failed] = [log.ok, log.failed].map((stream) => merged([...stream].filter(within).map(([, histogram]) => histogram)));
  const { p50, p95, p99 } = latencyMs(merged([ok, failed]));
  const requests = ok.totalCount + failed.totalCount;
  return { rps: ok.totalCount / (seconds - RAMP_SECONDS), p50Ms: p50, p95Ms: p95, p99Ms: p99, requests, failures: failed.totalCount };
}

/** @returns why the rate does not hold; none if it does */
export function reasons(
  figures: Pick<Trial, 'p99Ms' | 'requests' | 'failures' | 'unanswered' | 'dropped' | 'behindMs'>,
  sloP99Ms: number,
): string[] {
  const { p99Ms, requests, failures, unanswered, dropped, behindMs } = figures;
  if (p99Ms === null) return ['no request was answered'];
  const found = [];
  if (p99Ms > sloP99Ms) found.push(`p99 ${p99Ms.toFixed(0)} ms`);
  if (isLate(figures, sloP99Ms)) found.push(`p99 ${p99Ms.toFixed(0)} ms of requests that began up to ${behindMs} ms late`);
  const [bad, all] = [failures + unanswered, requests + unanswered];
  if (bad >= FAILED_SHARE_LIMIT * all && bad > 0) {
    found.push(`${bad} of ${all} requests failed${unanswered > 0 ? `, ${unanswered} of them without an answer` : ''}`);
  }
  if (dropped > 0) found.push(`${dropped} requests found no user free`);
  return found;
}
