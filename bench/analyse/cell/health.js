import { CPU_LIMIT, isBusy, neighbour } from '../bottleneck/neighbour.js';
import { callsNeighbour } from '../../record/catalogue.js';
import { generatorUse, othersShare, UNCHARGED } from './shares.js';
import { sum } from '../../util/math.js';
import { percent } from '../../util/text.js';

/**
 * Is a cell fit to decide anything? Judged from its raw files, so that all bundles are judged alike; what the runner wrote
 * into `checks` is not asked.
 *
 * @typedef {import('../../record/raw-cell.js').RawCell} RawCell
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../types.js').StageFigures} StageFigures
 */

const GENERATOR_LIMIT = 0.8;
export const SCRAPES_LIMIT = 0.95;
/** Of the whole machine's cores. */
export const OTHERS_LIMIT = 0.1;
/** Where the scenario's `expect` does not say how many of its requests may fail: as many as a capacity may have. */
export const FAILED_SHARE_LIMIT = 0.001;

/**
 * @param {RawCell} raw of a cell that ended well
 * @param {StageFigures[]} stages
 * @param {Run} run
 * @returns {string[]} why it is void, each a sentence without its full stop; empty if it is fit
 */
export function voidReasons(raw, stages, run) {
  return [
    refused(raw, run),
    generator(stages, run),
    dropped(raw),
    iterations(raw),
    scrapes(raw),
    otherProcesses(raw, stages, run),
    neighbourWasLimit(raw, stages, run),
    failures(raw, run),
    counts(raw),
  ].filter((reason) => reason !== null);
}

/** @param {RawCell} raw @param {Run} run */
function refused({ planned }, { refused: found }) {
  const what = found?.[planned.target];
  return what === undefined ? null : `the verification refused the target: ${what}`;
}

/**
 * Limits that a target runs into by being fast: of its rounds, those that are void for them are the fast ones.
 * @param {RawCell} raw
 * @param {StageFigures[]} stages
 * @param {Run} run
 * @returns {(string | null)[]} of each stage: what the target was too fast for; null throughout in a cell that other processes disturbed
 */
export function tooFastFor(raw, stages, run) {
  if (otherProcesses(raw, stages, run) !== null) return stages.map(() => null);
  const calls = callsNeighbour(run, raw.planned.scenario);
  return stages.map((stage, index) => {
    if (isOverused(generatorUse(stage.processCores, run))) return 'the load generator';
    const seen = calls ? neighbour(raw, stage, index, run) : null;
    return seen?.cpu && isBusy(seen) ? 'the service that is called' : null;
  });
}

/** @param {import('./shares.js').Use | null} use of the generator @returns {boolean} was it the limit? */
export function isOverused(use) {
  return use !== null && use.used > GENERATOR_LIMIT * use.share;
}

/** @param {StageFigures[]} stages @param {Run} run */
function generator(stages, run) {
  const uses = stages.map((stage) => ({ vus: stage.vus, use: generatorUse(stage.processCores, run) }));
  if (uses.length > 0 && uses.every(({ use }) => use === null)) return "the generator's share of the CPU was not recorded";
  const over = uses.find(({ use }) => isOverused(use));
  if (!over?.use) return null;
  const { used, share } = over.use;
  return `the generator used ${used.toFixed(2)} of its ${share.toFixed(2)} cores at ${over.vus} VUs, more than ${percent(GENERATOR_LIMIT)}`;
}

/** @param {RawCell} raw */
function dropped({ rollup }) {
  if (rollup?.hlogError) return `the rollup output could not write its log: ${rollup.hlogError}`;
  return rollup && rollup.pointsDropped > 0 ? `the rollup output dropped ${rollup.pointsDropped} points` : null;
}

/** @param {RawCell} raw */
function iterations({ droppedIterations }) {
  return droppedIterations ? `${droppedIterations} iterations were dropped` : null;
}

/** @param {RawCell} raw */
function scrapes({ cell }) {
  if (!cell?.scrapes || cell.scrapes.ok >= SCRAPES_LIMIT * cell.scrapes.expected) return null;
  const { ok, expected } = cell.scrapes;
  return `${expected - ok} of ${expected} scrapes are missing, more than ${percent(1 - SCRAPES_LIMIT)}`;
}

/**
 * What the machine was busy with beyond the processes of the run: on each plateau, since each is compared, and a machine that was taken away for one of
 * three may have been quiet on the average.
 * @param {RawCell} raw
 * @param {StageFigures[]} stages
 * @param {Run} run
 */
function otherProcesses({ processes }, stages, run) {
  const cores = run.machine?.cores;
  if (!processes || !cores) return null;
  const worst = stages
    .map((stage) => ({ stage, share: othersShare(stage.processCores, [...processes.keys()], run) }))
    .reduce((most, each) => (each.share > most.share ? each : most), { stage: stages[0], share: 0 });
  if (worst.share <= OTHERS_LIMIT) return null;
  const { vus, processCores } = worst.stage;
  const [interrupts, stolen] = UNCHARGED.map((part) => (part in processCores ? percent(processCores[part] / cores) : null));
  const parts = interrupts && stolen ? ` (with ${stolen} that the hypervisor took and up to ${interrupts} of interrupts)` : '';
  return `other processes used ${percent(worst.share)} of the machine${parts} at ${vus} VUs, more than ${percent(OTHERS_LIMIT)}`;
}

/** @param {RawCell} raw @param {StageFigures[]} stages @param {Run} run */
function neighbourWasLimit(raw, stages, run) {
  if (!callsNeighbour(run, raw.planned.scenario)) return null;
  const { label } = run.catalogue.neighbours?.downstream ?? { label: 'the neighbour' };
  const seen = stages.map((stage, index) => ({ vus: stage.vus, found: neighbour(raw, stage, index, run) }));
  if (seen.some(({ found }) => !found?.cpu)) return `the CPU of ${label} was not recorded: whether it was the limit is not known`;
  if (seen.some(({ found }) => found?.meanMs === null))
    return `the answers of ${label} were not recorded: whether it was the limit is not known`;
  for (const { vus, found } of seen) {
    if (!found?.cpu) continue;
    const { cpu, meanMs, askedMs, isLate } = found;
    if (isBusy(found)) {
      return `${label} used ${cpu.used.toFixed(2)} of its ${cpu.share.toFixed(2)} cores at ${vus} VUs, more than ${percent(CPU_LIMIT)}`;
    }
    if (isLate) return `${label} took ${meanMs?.toFixed(1)} ms at ${vus} VUs where ${askedMs} ms were asked for`;
  }
  return null;
}

/** @param {RawCell} raw @param {Run} run */
function failures({ planned, requests }, { catalogue }) {
  if (!requests) return null;
  const limit = catalogue.scenarios[planned.scenario].expect?.failedShare ?? FAILED_SHARE_LIMIT;
  const total = (/** @type {Map<number, {totalCount: number}>} */ stream) => sum([...stream.values()].map(({ totalCount }) => totalCount));
  const failed = total(requests.failed);
  const all = failed + total(requests.ok);
  if (all === 0 || failed / all <= limit) return null;
  return `${failed} of ${all} requests failed, more than the scenario expects (${percent(limit)})`;
}

/** @param {RawCell} raw */
function counts({ cell, requests }) {
  const k6 = cell?.counts?.k6 ?? cell?.k6?.httpReqs;
  if (!requests || k6 === undefined || k6 === null || k6 === requests.total) return null;
  return `k6 counted ${k6} requests, http.hlog holds ${requests.total}`;
}
