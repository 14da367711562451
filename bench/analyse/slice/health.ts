/** Is a slice fit to decide anything? Judged from its raw files, so that what the runner wrote into `checks` is not asked. */
import { isAsPredicted } from '../prediction/prediction.ts';
import { callsDownstream, DOWNSTREAM } from '../../record/catalogue.ts';
import { CLOCK_LIMIT_MS, SPREAD_LIMIT_MS, isClockOff, spreadMs } from '../../record/json/generators.ts';
import { isOverused, othersShare, UNCHARGED, USE_LIMIT, type GeneratorUse, type Use } from './shares.ts';
import { sum } from '../../util/math.ts';
import type { Observations, RequestThreads } from '../bottleneck/observations.ts';
import type { StageFigures } from '../types.ts';
import type { Run } from '../../record/run.ts';
import type { RawSlice } from './view.ts';

export type DiscardReason =
  /** by the verification */
  | { kind: 'refused'; verdict: string }
  | { kind: 'generator not recorded' }
  | ({ kind: 'generator overused'; vus: number; limitShare: number } & GeneratorUse)
  | { kind: 'generators apart'; generators: number; spreadMs: number; limitMs: number }
  | { kind: 'generator clock off'; generator: string; offsetMs: number; limitMs: number }
  | { kind: 'log not written'; error: string }
  | { kind: 'points dropped'; points: number }
  | { kind: 'other processes'; share: number; stolenShare: number | null; interruptsShare: number | null; vus: number; limitShare: number }
  | { kind: 'downstream CPU not recorded' | 'downstream answers not recorded'; label: string }
  | ({ kind: 'downstream busy'; label: string; vus: number; limitShare: number } & Use)
  | { kind: 'downstream late'; label: string; vus: number; meanMs: number; requestedMs: number }
  | { kind: 'requests failed'; failed: number; requests: number; limitShare: number }
  | { kind: 'counts differ'; k6: number; hlog: number }
  /** requests of the slice before were still in flight so long after it had begun */
  | { kind: 'overlap'; seconds: number }
  /** its JVM was not warm */
  | { kind: 'compilers at work'; share: number; limitShare: number };

/** of the set-up, not of the target */
export type Limit = 'generator' | 'downstream service';

/** Of the whole machine's cores. */
export const OTHERS_LIMIT = 0.1;
/** Where the scenario's `expect` does not say how many of its requests may fail: as many as a capacity may have. */
export const FAILED_SHARE_LIMIT = 0.001;

type Measured = { stage: StageFigures; observed: Observations; requestThreads: RequestThreads; databaseRttMs: number | null };

/** @param raw of a part that ended well @returns empty if nothing speaks against it */
export function discardReasons(raw: RawSlice, measured: Measured, run: Run): DiscardReason[] {
  const verdict = run.refused[raw.target];
  const reasons = [
    verdict === undefined ? null : { kind: 'refused' as const, verdict },
    generator(measured),
    apart(raw),
    clock(raw),
    dropped(raw),
    otherProcesses(raw, measured, run),
    downstreamLimit(raw, measured, run),
    failures(raw, run),
    counts(raw),
  ].filter((reason) => reason !== null);
  if (!reasons.some(({ kind }) => kind === 'other processes')) return reasons;
  // Other processes leave the generator little of the machine. That it used nearly all of it then says nothing about the target.
  const causes = reasons.filter(({ kind }) => kind !== 'generator overused');
  // They can only keep a target from what arithmetic predicts: a target that did exactly that lost nothing to them.
  const { scenario, target } = raw;
  return causes.length === 1 && isAsPredicted(run, { scenario, target, good: [measured], stage: measured.stage }) ? [] : causes;
}

/** Limits that a target runs into by being fast: of its rounds, those that are discarded for them are the fast ones.
 * @returns what the target was too fast for; null where other processes disturbed it */
export function tooFastFor(raw: RawSlice, measured: Measured, run: Run): Limit | null {
  const { generator: use, downstream } = measured.observed;
  if (otherProcesses(raw, measured, run) !== null) return null;
  if (isOverused(use)) return 'generator';
  return isOverused(downstream && downstream.cpu) ? 'downstream service' : null;
}

function generator({ stage: { vus }, observed: { generator: use } }: Measured): DiscardReason | null {
  if (use === null) return { kind: 'generator not recorded' };
  return isOverused(use) ? { kind: 'generator overused', ...use, vus, limitShare: USE_LIMIT } : null;
}

function apart({ part: { generators } }: RawSlice): DiscardReason | null {
  const spread = spreadMs(generators);
  if (spread <= SPREAD_LIMIT_MS) return null;
  return { kind: 'generators apart', generators: generators.length, spreadMs: spread, limitMs: SPREAD_LIMIT_MS };
}

function clock({ part }: RawSlice): DiscardReason | null {
  const off = part.generators.find(isClockOff);
  return off ? { kind: 'generator clock off', generator: off.name, offsetMs: off.link?.clockOffsetMs ?? 0, limitMs: CLOCK_LIMIT_MS } : null;
}

function dropped({ rollup }: RawSlice): DiscardReason | null {
  if (rollup?.hlogError) return { kind: 'log not written', error: rollup.hlogError };
  return rollup && rollup.pointsDropped > 0 ? { kind: 'points dropped', points: rollup.pointsDropped } : null;
}

/** What the machine was busy with beyond the processes of the run. */
function otherProcesses({ processes }: RawSlice, { stage: { vus, processCores } }: Measured, run: Run): DiscardReason | null {
  if (!processes) return null;
  const share = othersShare(processCores, [...processes.keys()], run);
  if (share <= OTHERS_LIMIT) return null;
  const [interruptsShare, stolenShare] = UNCHARGED.map((part) => (part in processCores ? processCores[part] / run.machine.cores : null));
  return { kind: 'other processes', share, stolenShare, interruptsShare, vus, limitShare: OTHERS_LIMIT };
}

function downstreamLimit({ scenario }: RawSlice, { stage: { vus }, observed }: Measured, run: Run): DiscardReason | null {
  if (!callsDownstream(run, scenario)) return null;
  const { label } = run.catalogue.dependencies[DOWNSTREAM];
  const { downstream } = observed;
  if (!downstream?.cpu) return { kind: 'downstream CPU not recorded', label };
  const { cpu, meanMs, requestedMs, isLate } = downstream;
  if (meanMs === null) return { kind: 'downstream answers not recorded', label };
  if (isOverused(cpu)) return { kind: 'downstream busy', label, ...cpu, vus, limitShare: USE_LIMIT };
  return isLate ? { kind: 'downstream late', label, vus, meanMs, requestedMs } : null;
}

function failures({ scenario, requests, slice: { besides = 0 } }: RawSlice, { catalogue }: Run): DiscardReason | null {
  if (!requests) return null;
  const limitShare = catalogue.scenarios[scenario].expect.failedShare ?? FAILED_SHARE_LIMIT;
  const total = (stream: Map<number, { totalCount: number }>) => sum([...stream.values()].map(({ totalCount }) => totalCount));
  const failed = total(requests.failed) + besides;
  const all = failed + total(requests.ok);
  return all > 0 && failed / all > limitShare ? { kind: 'requests failed', failed, requests: all, limitShare } : null;
}

function counts({ slice, requests }: RawSlice): DiscardReason | null {
  const { k6 } = slice.counts;
  if (!requests || k6 === requests.total) return null;
  return { kind: 'counts differ', k6, hlog: requests.total };
}
