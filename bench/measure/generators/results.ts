/** What k6 says of a load in its summary and its log, and of the clock and the way from where it ran. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadStartMs, metricValues } from '../../../k6/lib/summary.js';
import { certainOffsetMs, type Instance, type Link } from '../../record/json/generators.ts';
import { orNull } from '../../util/errors.ts';
import type { LoadFiles } from './files.ts';
import type { InstanceEnd } from './instances.ts';
import type { K6End } from './process.ts';

/** Exit code of a k6 that was interrupted (`ExternalAbort` in its errext/exitcodes). */
const INTERRUPTED = 105;
/** Go's runtime ends the first process of a container with it, where a signal comes after that has stopped listening (`dieFromSignal`). Seen with `docker
 * compose run`: k6 had logged that it was interrupted, and 2 came back. */
const INTERRUPTED_TWICE = 2;

/** @returns iterations that k6 cut off at the end, from its last progress line; the first error it logged */
export function readK6Log(logFile: string): { interrupted: number | null; error: string | null } {
  const text = readFileSync(logFile, 'utf8');
  const interrupted = [...text.matchAll(/ and (\d+) interrupted iterations/g)].at(-1)?.[1];
  const error = /level=error msg="((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return { interrupted: interrupted === undefined ? null : Number(interrupted), error: error?.replaceAll('\\"', '"') ?? null };
}

/** @param hlog requests in its histograms */
export function readInstance({ name, exitCode }: InstanceEnd, { summary }: LoadFiles, hlog: number): Instance {
  const left = summary === null ? null : orNull(() => readSummary(summary));
  return { name, exitCode, startMs: left?.startMs ?? null, requests: { k6: left?.count('http_reqs') ?? null, hlog } };
}

/** @returns was it asked to end? One that is about to end anyway no longer catches the signal. */
export function wasInterrupted({ exitCode, signal }: K6End): boolean {
  return exitCode === INTERRUPTED || signal === 'SIGINT';
}

/** @returns has a k6 that was asked to end done so? */
export function endedAsAsked(end: K6End): boolean {
  return wasInterrupted(end) || end.exitCode === INTERRUPTED_TWICE;
}

/** @param when such as ' under load' @returns how it failed, and why or where to look for that: 'k6 ended with 108 under load: …'; null if it did not */
export function failureOf(end: InstanceEnd, when = ''): string | null {
  const exit = end.exitCode ?? end.signal;
  return exit === 0 || exit === null ? null : `${end.name} ended with ${exit}${when}: ${causeOf(end)}`;
}

/** @param end of one that failed @returns its own reason, or where to look for it */
export function causeOf({ logFile }: InstanceEnd): string {
  return (existsSync(logFile) ? readK6Log(logFile).error : null) ?? `see ${path.basename(logFile)}`;
}

/** `startMs`: of the load, of its first slice where it has slices; `values`: of a metric, empty without it; `count`: of a counter, 0 without it */
export type LoadSummary = ReturnType<typeof summaryOf>;

/** @param file what the script's `handleSummary` wrote @throws {Error} if it is missing or holds no start of the load */
export function readSummary(file: string): LoadSummary {
  return summaryOf(JSON.parse(readFileSync(file, 'utf8')));
}

/** @param written by the script's `handleSummary` @throws {Error} if it holds no start of the load */
export function summaryOf(written: object) {
  const startMs = loadStartMs(written);
  if (!startMs) throw new Error('k6 reached no iteration');
  const values = (metric: string): Record<string, number | undefined> => metricValues(written, metric);
  return { startMs, values, count: (metric: string) => values(metric).count ?? 0 };
}

/** A clock put right during a load was wrong in a part of it. @returns round trip of before, the worse clock, what was sent again; or nothing */
export function worseLink(before: Link | undefined, after: Link | undefined): { link?: Link } {
  if (before === undefined) return {};
  const clocks = [before, after ?? before];
  const unread = clocks.find(({ clockOffsetMs }) => clockOffsetMs === null);
  const [worst] = clocks.toSorted((one, other) => certainOffsetMs(other) - certainOffsetMs(one));
  const { clockOffsetMs, clockErrorMs } = certainOffsetMs(worst) > 0 ? worst : (unread ?? worst);
  return { link: { clockOffsetMs, clockErrorMs, rttMs: before.rttMs, ...retransmitsBetween(before, after) } };
}

/** @returns none where a count is missing, or began anew */
function retransmitsBetween(before: Link, after: Link | undefined): Pick<Link, 'retransmits'> {
  const [first, last] = [before.retransmits, after?.retransmits];
  return first === undefined || last === undefined || last < first ? {} : { retransmits: last - first };
}
