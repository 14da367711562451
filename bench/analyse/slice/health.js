import { CPU_LIMIT, isBusy, downstream } from '../bottleneck/downstream.js';
import { isAsPredicted } from '../prediction/arithmetic.js';
import { callsDownstream, DOWNSTREAM } from '../../record/catalogue.js';
import { CLOCK_LIMIT_MS, SPREAD_LIMIT_MS, isClockOff, spreadMs } from '../../record/json/generators.js';
import { generatorUse, othersShare, UNCHARGED } from './shares.js';
import { sum } from '../../util/math.js';

/**
 * Is a slice fit to decide anything? Judged from its raw files, so that what the runner wrote into `checks` is not asked.
 *
 * @typedef {import('./view.js').RawSlice} RawSlice
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('./shares.js').Use} Use
 *
 * @typedef {{ kind: 'refused', verdict: string }} Refused by the verification
 * @typedef {{ kind: 'generator not recorded' }} GeneratorNotRecorded
 * @typedef {{ kind: 'generator overused', vus: number, limitShare: number } & import('./shares.js').GeneratorUse} GeneratorOverused
 * @typedef {{ kind: 'generators apart', generators: number, spreadMs: number, limitMs: number }} GeneratorsApart
 * @typedef {{ kind: 'generator clock off', generator: string, offsetMs: number, limitMs: number }} GeneratorClockOff
 * @typedef {{ kind: 'log not written', error: string }} LogNotWritten
 * @typedef {{ kind: 'points dropped', points: number }} PointsDropped
 * @typedef {{ kind: 'other processes', share: number, stolenShare: number | null, interruptsShare: number | null, vus: number, limitShare: number }} OtherProcesses
 * @typedef {{ kind: 'downstream CPU not recorded' | 'downstream answers not recorded', label: string }} DownstreamNotRecorded
 * @typedef {{ kind: 'downstream busy', label: string, vus: number, limitShare: number } & Use} DownstreamBusy
 * @typedef {{ kind: 'downstream late', label: string, vus: number, meanMs: number, requestedMs: number }} DownstreamLate
 * @typedef {{ kind: 'requests failed', failed: number, requests: number, limitShare: number }} RequestsFailed
 * @typedef {{ kind: 'counts differ', k6: number, hlog: number }} CountsDiffer
 * @typedef {{ kind: 'overlap', seconds: number }} Overlap of a slice: requests of the slice before were still in flight so long after it had begun
 * @typedef {{ kind: 'compilers at work', share: number, limitShare: number }} CompilersAtWork of a slice: its JVM was not warm
 * @typedef {Refused | GeneratorNotRecorded | GeneratorOverused | GeneratorsApart | GeneratorClockOff | LogNotWritten | PointsDropped | OtherProcesses |
 *   DownstreamNotRecorded | DownstreamBusy | DownstreamLate | RequestsFailed | CountsDiffer | Overlap | CompilersAtWork} DiscardReason
 * @typedef {'generator' | 'downstream service'} Limit of the set-up, not of the target
 */

const GENERATOR_LIMIT = 0.8;
/** Of the whole machine's cores. */
export const OTHERS_LIMIT = 0.1;
/** Where the scenario's `expect` does not say how many of its requests may fail: as many as a capacity may have. */
export const FAILED_SHARE_LIMIT = 0.001;

/**
 * @param {RawSlice} raw of a part that ended well
 * @param {StageFigures} stage
 * @param {Run} run
 * @param {import('../types.js').SliceFigures['requestThreads']} requestThreads
 * @returns {DiscardReason[]} empty if nothing speaks against it
 */
export function discardReasons(raw, stage, run, requestThreads) {
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

/**
 * Other processes can only keep a target from what arithmetic predicts: a target that did exactly that lost nothing to them.
 * @param {DiscardReason[]} discardedFor
 * @param {Parameters<typeof discardReasons>} measured
 */
function isUnharmed(discardedFor, ...[{ scenario, target, part }, stage, run, requestThreads]) {
  const databaseRttMs = part.databaseRtt?.measuredMs ?? null;
  const isDisturbed = discardedFor.length === 1 && discardedFor[0].kind === 'other processes';
  return isDisturbed && isAsPredicted(run, { scenario, target, good: [{ requestThreads, databaseRttMs }], stage });
}

/**
 * Other processes leave the generator little of the machine. That it used nearly all of it then says nothing about the target.
 * @param {DiscardReason[]} discardedFor
 * @returns {DiscardReason[]}
 */
function withoutConsequences(discardedFor) {
  const isDisturbed = discardedFor.some(({ kind }) => kind === 'other processes');
  return isDisturbed ? discardedFor.filter(({ kind }) => kind !== 'generator overused') : discardedFor;
}

/** @param {RawSlice} raw @param {Run} run @returns {Refused | null} */
function refused({ target }, { refused: verdicts }) {
  const verdict = verdicts[target];
  return verdict === undefined ? null : { kind: 'refused', verdict };
}

/**
 * Limits that a target runs into by being fast: of its rounds, those that are discarded for them are the fast ones.
 * @param {RawSlice} raw
 * @param {StageFigures} stage
 * @param {Run} run
 * @returns {Limit | null} what the target was too fast for; null where other processes disturbed it
 */
export function tooFastFor(raw, stage, run) {
  if (otherProcesses(raw, stage, run) !== null) return null;
  if (isOverused(generatorUse(stage.processCores, run))) return 'generator';
  const seen = downstream(raw, stage, run);
  return seen?.cpu && isBusy(seen) ? 'downstream service' : null;
}

/** @param {Use | null} use of the generator @returns {boolean} was it the limit? */
export function isOverused(use) {
  return use !== null && use.used > GENERATOR_LIMIT * use.share;
}

/** @param {StageFigures} stage @param {Run} run @returns {GeneratorNotRecorded | GeneratorOverused | null} */
function generator({ vus, processCores }, run) {
  const use = generatorUse(processCores, run);
  if (use === null) return { kind: 'generator not recorded' };
  return isOverused(use) ? { kind: 'generator overused', ...use, vus, limitShare: GENERATOR_LIMIT } : null;
}

/** @param {RawSlice} raw @returns {GeneratorsApart | null} */
function apart({ part: { generators } }) {
  const spread = spreadMs(generators);
  if (spread <= SPREAD_LIMIT_MS) return null;
  return { kind: 'generators apart', generators: generators.length, spreadMs: spread, limitMs: SPREAD_LIMIT_MS };
}

/** @param {RawSlice} raw @returns {GeneratorClockOff | null} */
function clock({ part }) {
  const off = part.generators.find(isClockOff);
  return off ? { kind: 'generator clock off', generator: off.name, offsetMs: off.link?.clockOffsetMs ?? 0, limitMs: CLOCK_LIMIT_MS } : null;
}

/** @param {RawSlice} raw @returns {LogNotWritten | PointsDropped | null} */
function dropped({ rollup }) {
  if (rollup?.hlogError) return { kind: 'log not written', error: rollup.hlogError };
  return rollup && rollup.pointsDropped > 0 ? { kind: 'points dropped', points: rollup.pointsDropped } : null;
}

/**
 * What the machine was busy with beyond the processes of the run.
 * @param {RawSlice} raw
 * @param {StageFigures} stage
 * @param {Run} run
 * @returns {OtherProcesses | null}
 */
function otherProcesses({ processes }, { vus, processCores }, run) {
  if (!processes) return null;
  const share = othersShare(processCores, [...processes.keys()], run);
  if (share <= OTHERS_LIMIT) return null;
  const [interruptsShare, stolenShare] = UNCHARGED.map((part) => (part in processCores ? processCores[part] / run.machine.cores : null));
  return { kind: 'other processes', share, stolenShare, interruptsShare, vus, limitShare: OTHERS_LIMIT };
}

/** @param {RawSlice} raw @param {StageFigures} stage @param {Run} run @returns {DownstreamNotRecorded | DownstreamBusy | DownstreamLate | null} */
function downstreamLimit(raw, stage, run) {
  if (!callsDownstream(run, raw.scenario)) return null;
  const { label } = run.catalogue.dependencies[DOWNSTREAM];
  const service = downstream(raw, stage, run);
  if (!service?.cpu) return { kind: 'downstream CPU not recorded', label };
  const { cpu, meanMs, requestedMs, isLate } = service;
  if (meanMs === null) return { kind: 'downstream answers not recorded', label };
  if (isBusy(service)) return { kind: 'downstream busy', label, ...cpu, vus: stage.vus, limitShare: CPU_LIMIT };
  return isLate ? { kind: 'downstream late', label, vus: stage.vus, meanMs, requestedMs } : null;
}

/** @param {RawSlice} raw @param {Run} run @returns {RequestsFailed | null} */
function failures({ scenario, requests, slice: { besides = 0 } }, { catalogue }) {
  if (!requests) return null;
  const limitShare = catalogue.scenarios[scenario].expect.failedShare ?? FAILED_SHARE_LIMIT;
  const total = (/** @type {Map<number, {totalCount: number}>} */ stream) => sum([...stream.values()].map(({ totalCount }) => totalCount));
  const failed = total(requests.failed) + besides;
  const all = failed + total(requests.ok);
  return all > 0 && failed / all > limitShare ? { kind: 'requests failed', failed, requests: all, limitShare } : null;
}

/** @param {RawSlice} raw @returns {CountsDiffer | null} */
function counts({ slice, requests }) {
  const { k6 } = slice.counts;
  if (!requests || k6 === requests.total) return null;
  return { kind: 'counts differ', k6, hlog: requests.total };
}
