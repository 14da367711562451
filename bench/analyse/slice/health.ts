/** Is a slice fit to decide anything? Judged from its raw files, so that what the runner wrote into `checks` is not asked. */
import { CPU_LIMIT, isBusy, downstream } from '../bottleneck/downstream.ts';
import { isAsPredicted } from '../prediction/arithmetic.ts';
import { callsDownstream, DOWNSTREAM } from '../../record/catalogue.ts';
import { CLOCK_LIMIT_MS, SPREAD_LIMIT_MS, isClockOff, spreadMs } from '../../record/json/generators.ts';
import { generatorUse, othersShare, UNCHARGED, type GeneratorUse, type Use } from './shares.ts';
import { sum } from '../../util/math.ts';
import type { StageFigures, SliceFigures } from '../types.ts';
import type { Run } from '../../record/run.ts';
import type { RawSlice } from './view.ts';

/** by the verification */
type Refused = { kind: 'refused'; verdict: string };

type GeneratorNotRecorded = { kind: 'generator not recorded' };

type GeneratorOverused = { kind: 'generator overused'; vus: number; limitShare: number } & GeneratorUse;

type GeneratorsApart = { kind: 'generators apart'; generators: number; spreadMs: number; limitMs: number };

type GeneratorClockOff = { kind: 'generator clock off'; generator: string; offsetMs: number; limitMs: number };

type LogNotWritten = { kind: 'log not written'; error: string };

type PointsDropped = { kind: 'points dropped'; points: number };

type OtherProcesses = {
  kind: 'other processes';
  share: number;
  stolenShare: number | null;
  interruptsShare: number | null;
  vus: number;
  limitShare: number;
};

type DownstreamNotRecorded = { kind: 'downstream CPU not recorded' | 'downstream answers not recorded'; label: string };

type DownstreamBusy = { kind: 'downstream busy'; label: string; vus: number; limitShare: number } & Use;

type DownstreamLate = { kind: 'downstream late'; label: string; vus: number; meanMs: number; requestedMs: number };

type RequestsFailed = { kind: 'requests failed'; failed: number; requests: number; limitShare: number };

type CountsDiffer = { kind: 'counts differ'; k6: number; hlog: number };

/** of a slice: requests of the slice before were still in flight so long after it had begun */
type Overlap = { kind: 'overlap'; seconds: number };

/** of a slice: its JVM was not warm */
type CompilersAtWork = { kind: 'compilers at work'; share: number; limitShare: number };

export type DiscardReason =
  | Refused
  | GeneratorNotRecorded
  | GeneratorOverused
  | GeneratorsApart
  | GeneratorClockOff
  | LogNotWritten
  | PointsDropped
  | OtherProcesses
  | DownstreamNotRecorded
  | DownstreamBusy
  | DownstreamLate
  | RequestsFailed
  | CountsDiffer
  | Overlap
  | CompilersAtWork;

/** of the set-up, not of the target */
export type Limit = 'generator' | 'downstream service';

const GENERATOR_LIMIT = 0.8;
/** Of the whole machine's cores. */
export const OTHERS_LIMIT = 0.1;
/** Where the scenario's `expect` does not say how many of its requests may fail: as many as a capacity may have. */
export const FAILED_SHARE_LIMIT = 0.001;

/** @param raw of a part that ended well @returns empty if nothing speaks against it */
export function discardReasons(
  raw: RawSlice,
  stage: StageFigures,
  run: Run,
  requestThreads: SliceFigures['requestThreads'],
): DiscardReason[] {
  const discardedFor = withoutConsequences(
    [
      refused(raw, run),
      generator(stage, run),
      apart(raw),
      clock(raw),
      dropped(raw),
      otherProcesses(raw, stage, run),
      downstreamLimit(raw, stage, run),
      failures(raw, run),
      counts(raw),
    ].filter((reason) => reason !== null),
  );
  return isUnharmed(discardedFor, raw, stage, run, requestThreads) ? [] : discardedFor;
}

/** Other processes can only keep a target from what arithmetic predicts: a target that did exactly that lost nothing to them. */
function isUnharmed(
  discardedFor: DiscardReason[],
  ...[{ scenario, target, part }, stage, run, requestThreads]: Parameters<typeof discardReasons>
) {
  const databaseRttMs = part.databaseRtt?.measuredMs ?? null;
  const isDisturbed = discardedFor.length === 1 && discardedFor[0].kind === 'other processes';
  return isDisturbed && isAsPredicted(run, { scenario, target, good: [{ requestThreads, databaseRttMs }], stage });
}

/** Other processes leave the generator little of the machine. That it used nearly all of it then says nothing about the target. */
function withoutConsequences(discardedFor: DiscardReason[]): DiscardReason[] {
  const isDisturbed = discardedFor.some(({ kind }) => kind === 'other processes');
  return isDisturbed ? discardedFor.filter(({ kind }) => kind !== 'generator overused') : discardedFor;
}

function refused({ target }: RawSlice, { refused: verdicts }: Run): Refused | null {
  const verdict = verdicts[target];
  return verdict === undefined ? null : { kind: 'refused', verdict };
}

/**
 * Limits that a target runs into by being fast: of its rounds, those that are discarded for them are the fast ones.
 * @returns what the target was too fast for; null where other processes disturbed it
 */
export function tooFastFor(raw: RawSlice, stage: StageFigures, run: Run): Limit | null {
  if (otherProcesses(raw, stage, run) !== null) return null;
  if (isOverused(generatorUse(stage.processCores, run))) return 'generator';
  const seen = downstream(raw, stage, run);
  return seen?.cpu && isBusy(seen) ? 'downstream service' : null;
}

/** @param use of the generator @returns was it the limit? */
export function isOverused(use: Use | null): boolean {
  return use !== null && use.used > GENERATOR_LIMIT * use.share;
}

function generator({ vus, processCores }: StageFigures, run: Run): GeneratorNotRecorded | GeneratorOverused | null {
  const use = generatorUse(processCores, run);
  if (use === null) return { kind: 'generator not recorded' };
  return isOverused(use) ? { kind: 'generator overused', ...use, vus, limitShare: GENERATOR_LIMIT } : null;
}

function apart({ part: { generators } }: RawSlice): GeneratorsApart | null {
  const spread = spreadMs(generators);
  if (spread <= SPREAD_LIMIT_MS) return null;
  return { kind: 'generators apart', generators: generators.length, spreadMs: spread, limitMs: SPREAD_LIMIT_MS };
}

function clock({ part }: RawSlice): GeneratorClockOff | null {
  const off = part.generators.find(isClockOff);
  return off ? { kind: 'generator clock off', generator: off.name, offsetMs: off.link?.clockOffsetMs ?? 0, limitMs: CLOCK_LIMIT_MS } : null;
}

function dropped({ rollup }: RawSlice): LogNotWritten | PointsDropped | null {
  if (rollup?.hlogError) return { kind: 'log not written', error: rollup.hlogError };
  return rollup && rollup.pointsDropped > 0 ? { kind: 'points dropped', points: rollup.pointsDropped } : null;
}

/** What the machine was busy with beyond the processes of the run. */
function otherProcesses({ processes }: RawSlice, { vus, processCores }: StageFigures, run: Run): OtherProcesses | null {
  if (!processes) return null;
  const share = othersShare(processCores, [...processes.keys()], run);
  if (share <= OTHERS_LIMIT) return null;
  const [interruptsShare, stolenShare] = UNCHARGED.map((part) => (part in processCores ? processCores[part] / run.machine.cores : null));
  return { kind: 'other processes', share, stolenShare, interruptsShare, vus, limitShare: OTHERS_LIMIT };
}

function downstreamLimit(raw: RawSlice, stage: StageFigures, run: Run): DownstreamNotRecorded | DownstreamBusy | DownstreamLate | null {
  if (!callsDownstream(run, raw.scenario)) return null;
  const { label } = run.catalogue.dependencies[DOWNSTREAM];
  const service = downstream(raw, stage, run);
  if (!service?.cpu) return { kind: 'downstream CPU not recorded', label };
  const { cpu, meanMs, requestedMs, isLate } = service;
  if (meanMs === null) return { kind: 'downstream answers not recorded', label };
  if (isBusy(service)) return { kind: 'downstream busy', label, ...cpu, vus: stage.vus, limitShare: CPU_LIMIT };
  return isLate ? { kind: 'downstream late', label, vus: stage.vus, meanMs, requestedMs } : null;
}

function failures({ scenario, requests, slice: { besides = 0 } }: RawSlice, { catalogue }: Run): RequestsFailed | null {
  if (!requests) return null;
  const limitShare = catalogue.scenarios[scenario].expect.failedShare ?? FAILED_SHARE_LIMIT;
  const total = (stream: Map<number, { totalCount: number }>) => sum([...stream.values()].map(({ totalCount }) => totalCount));
  const failed = total(requests.failed) + besides;
  const all = failed + total(requests.ok);
  return all > 0 && failed / all > limitShare ? { kind: 'requests failed', failed, requests: all, limitShare } : null;
}

function counts({ slice, requests }: RawSlice): CountsDiffer | null {
  const { k6 } = slice.counts;
  if (!requests || k6 === requests.total) return null;
  return { kind: 'counts differ', k6, hlog: requests.total };
}
