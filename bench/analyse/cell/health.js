import { CPU_LIMIT, isBusy, downstream } from '../bottleneck/downstream.js';
import { isAsPredicted } from '../prediction/arithmetic.js';
import { callsDownstream, DOWNSTREAM } from '../../record/catalogue.js';
import { CLOCK_LIMIT_MS, SPREAD_LIMIT_MS, isClockOff, spreadMs } from '../../record/json/generators.js';
import { generatorUse, othersShare, UNCHARGED } from './shares.js';
import { sum } from '../../util/math.js';

/**
 * Is a cell fit to decide anything? Judged from its raw files, so that what the runner wrote into `checks` is not asked.
 *
 * @typedef {import('../../record/raw-cell.js').RawCell} RawCell
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
 * @typedef {{ kind: 'iterations dropped', iterations: number }} IterationsDropped
 * @typedef {{ kind: 'scrapes missing', missing: number, expected: number, limitShare: number }} ScrapesMissing
 * @typedef {{ kind: 'other processes', share: number, stolenShare: number | null, interruptsShare: number | null, vus: number, limitShare: number }} OtherProcesses
 * @typedef {{ kind: 'downstream CPU not recorded' | 'downstream answers not recorded', label: string }} DownstreamNotRecorded
 * @typedef {{ kind: 'downstream busy', label: string, vus: number, limitShare: number } & Use} DownstreamBusy
 * @typedef {{ kind: 'downstream late', label: string, vus: number, meanMs: number, requestedMs: number }} DownstreamLate
 * @typedef {{ kind: 'requests failed', failed: number, requests: number, limitShare: number }} RequestsFailed
 * @typedef {{ kind: 'counts differ', k6: number, hlog: number }} CountsDiffer
 * @typedef {{ kind: 'overlap', seconds: number }} Overlap of a slice: requests of the slice before were still in flight so long after it had begun
 * @typedef {{ kind: 'compilers at work', share: number, limitShare: number }} CompilersAtWork of a slice: its JVM was not warm
 * @typedef {Refused | GeneratorNotRecorded | GeneratorOverused | GeneratorsApart | GeneratorClockOff | LogNotWritten | PointsDropped | IterationsDropped | ScrapesMissing | OtherProcesses |
 *   DownstreamNotRecorded | DownstreamBusy | DownstreamLate | RequestsFailed | CountsDiffer | Overlap | CompilersAtWork} VoidReason
 * @typedef {'generator' | 'downstream service'} Limit of the set-up, not of the target
 */

const GENERATOR_LIMIT = 0.8;
export const SCRAPES_LIMIT = 0.95;
/** Of the whole machine's cores. */
export const OTHERS_LIMIT = 0.1;
/** Where the scenario's `expect` does not say how many of its requests may fail: as many as a capacity may have. */
export const FAILED_SHARE_LIMIT = 0.001;

/**
 * Other processes can only keep a target from what arithmetic predicts: a target that did exactly that lost nothing to them.
 * @param {RawCell} raw of a cell that ended well
 * @param {StageFigures[]} stages
 * @param {Run} run
 * @param {import('../types.js').CellFigures['requestThreads']} requestThreads
 * @returns {{ voids: VoidReason[], disturbed: OtherProcesses | null }} `voids`: why it is void, empty if it is fit; `disturbed`: although it is fit
 */
export function health(raw, stages, run, requestThreads) {
  const voids = voidReasons(raw, stages, run);
  const [reason] = voids;
  if (voids.length !== 1 || reason.kind !== 'other processes') return { voids, disturbed: null };
  const { scenario, target } = raw.planned;
  const isUnharmed = isAsPredicted(run, { scenario, target, good: [{ requestThreads, cell: raw.cell }], stages });
  return isUnharmed ? { voids: [], disturbed: reason } : { voids, disturbed: null };
}

/**
 * @param {RawCell} raw of a cell that ended well
 * @param {StageFigures[]} stages
 * @param {Run} run
 * @returns {VoidReason[]} empty if nothing speaks against it
 */
export function voidReasons(raw, stages, run) {
  return withoutConsequences(
    [
      refused(raw, run),
      generator(stages, run),
      apart(raw),
      clock(raw),
      dropped(raw),
      iterations(raw),
      scrapes(raw),
      otherProcesses(raw, stages, run),
      downstreamLimit(raw, stages, run),
      failures(raw, run),
      counts(raw),
    ].filter((reason) => reason !== null),
  );
}

/**
 * Other processes leave the generator little of the machine. That it used nearly all of it then says nothing about the target.
 * @param {VoidReason[]} voids
 * @returns {VoidReason[]}
 */
function withoutConsequences(voids) {
  const isDisturbed = voids.some(({ kind }) => kind === 'other processes');
  return isDisturbed ? voids.filter(({ kind }) => kind !== 'generator overused') : voids;
}

/** @param {RawCell} raw @param {Run} run @returns {Refused | null} */
function refused({ planned }, { refused: verdicts }) {
  const verdict = verdicts[planned.target];
  return verdict === undefined ? null : { kind: 'refused', verdict };
}

/**
 * Limits that a target runs into by being fast: of its rounds, those that are void for them are the fast ones.
 * @param {RawCell} raw
 * @param {StageFigures[]} stages
 * @param {Run} run
 * @returns {(Limit | null)[]} of each stage: what the target was too fast for; null throughout in a cell that other processes disturbed
 */
export function tooFastFor(raw, stages, run) {
  if (otherProcesses(raw, stages, run) !== null) return stages.map(() => null);
  const calls = callsDownstream(run, raw.planned.scenario);
  return stages.map((stage, index) => {
    if (isOverused(generatorUse(stage.processCores, run))) return 'generator';
    const seen = calls ? downstream(raw, stage, index, run) : null;
    return seen?.cpu && isBusy(seen) ? 'downstream service' : null;
  });
}

/** @param {Use | null} use of the generator @returns {boolean} was it the limit? */
export function isOverused(use) {
  return use !== null && use.used > GENERATOR_LIMIT * use.share;
}

/** @param {StageFigures[]} stages @param {Run} run @returns {GeneratorNotRecorded | GeneratorOverused | null} */
function generator(stages, run) {
  const uses = stages.map((stage) => ({ vus: stage.vus, use: generatorUse(stage.processCores, run) }));
  if (uses.length > 0 && uses.every(({ use }) => use === null)) return { kind: 'generator not recorded' };
  const over = uses.find(({ use }) => isOverused(use));
  return over?.use ? { kind: 'generator overused', ...over.use, vus: over.vus, limitShare: GENERATOR_LIMIT } : null;
}

/** @param {RawCell} raw @returns {GeneratorsApart | null} */
function apart({ cell }) {
  const { generators = [] } = cell ?? {};
  const spread = spreadMs(generators);
  if (spread <= SPREAD_LIMIT_MS) return null;
  return { kind: 'generators apart', generators: generators.length, spreadMs: spread, limitMs: SPREAD_LIMIT_MS };
}

/** @param {RawCell} raw @returns {GeneratorClockOff | null} */
function clock({ cell }) {
  const off = cell?.generators?.find(isClockOff);
  return off ? { kind: 'generator clock off', generator: off.name, offsetMs: off.link?.clockOffsetMs ?? 0, limitMs: CLOCK_LIMIT_MS } : null;
}

/** @param {RawCell} raw @returns {LogNotWritten | PointsDropped | null} */
function dropped({ rollup }) {
  if (rollup?.hlogError) return { kind: 'log not written', error: rollup.hlogError };
  return rollup && rollup.pointsDropped > 0 ? { kind: 'points dropped', points: rollup.pointsDropped } : null;
}

/** @param {RawCell} raw @returns {IterationsDropped | null} */
function iterations({ droppedIterations }) {
  return droppedIterations ? { kind: 'iterations dropped', iterations: droppedIterations } : null;
}

/** @param {RawCell} raw @returns {ScrapesMissing | null} */
function scrapes({ cell }) {
  if (!cell?.scrapes || cell.scrapes.ok >= SCRAPES_LIMIT * cell.scrapes.expected) return null;
  const { ok, expected } = cell.scrapes;
  return { kind: 'scrapes missing', missing: expected - ok, expected, limitShare: 1 - SCRAPES_LIMIT };
}

/**
 * What the machine was busy with beyond the processes of the run: on each plateau, since each is compared, and a machine that was taken away for one of
 * three may have been quiet on the average.
 * @param {RawCell} raw
 * @param {StageFigures[]} stages
 * @param {Run} run
 * @returns {OtherProcesses | null}
 */
function otherProcesses({ processes }, stages, run) {
  const { cores } = run.machine;
  if (!processes) return null;
  const worst = stages
    .map((stage) => ({ stage, share: othersShare(stage.processCores, [...processes.keys()], run) }))
    .reduce((most, each) => (each.share > most.share ? each : most), { stage: stages[0], share: 0 });
  if (worst.share <= OTHERS_LIMIT) return null;
  const { vus, processCores } = worst.stage;
  const [interruptsShare, stolenShare] = UNCHARGED.map((part) => (part in processCores ? processCores[part] / cores : null));
  return { kind: 'other processes', share: worst.share, stolenShare, interruptsShare, vus, limitShare: OTHERS_LIMIT };
}

/** @param {RawCell} raw @param {StageFigures[]} stages @param {Run} run @returns {DownstreamNotRecorded | DownstreamBusy | DownstreamLate | null} */
function downstreamLimit(raw, stages, run) {
  if (!callsDownstream(run, raw.planned.scenario)) return null;
  const { label } = run.catalogue.dependencies[DOWNSTREAM];
  const seen = stages.map((stage, index) => ({ vus: stage.vus, service: downstream(raw, stage, index, run) }));
  if (seen.some(({ service }) => !service?.cpu)) return { kind: 'downstream CPU not recorded', label };
  if (seen.some(({ service }) => service?.meanMs === null)) return { kind: 'downstream answers not recorded', label };
  for (const { vus, service } of seen) {
    if (!service?.cpu || service.meanMs === null) continue;
    const { cpu, meanMs, requestedMs, isLate } = service;
    if (isBusy(service)) return { kind: 'downstream busy', label, ...cpu, vus, limitShare: CPU_LIMIT };
    if (isLate) return { kind: 'downstream late', label, vus, meanMs, requestedMs };
  }
  return null;
}

/** @param {RawCell} raw @param {Run} run @returns {RequestsFailed | null} */
function failures({ planned, requests }, { catalogue }) {
  if (!requests) return null;
  const limitShare = catalogue.scenarios[planned.scenario].expect.failedShare ?? FAILED_SHARE_LIMIT;
  const total = (/** @type {Map<number, {totalCount: number}>} */ stream) => sum([...stream.values()].map(({ totalCount }) => totalCount));
  const failed = total(requests.failed);
  const all = failed + total(requests.ok);
  return all > 0 && failed / all > limitShare ? { kind: 'requests failed', failed, requests: all, limitShare } : null;
}

/** @param {RawCell} raw @returns {CountsDiffer | null} */
function counts({ cell, requests }) {
  const k6 = cell?.counts?.k6;
  if (!requests || k6 === undefined || k6 === requests.total) return null;
  return { kind: 'counts differ', k6, hlog: requests.total };
}
