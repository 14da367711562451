import { COMPILING, isCompiling } from '../../../k6/lib/compilers.js';
import { bottleneck } from '../bottleneck/bottleneck.js';
import { downstream } from '../bottleneck/downstream.js';
import { observations, withOtherLevels } from '../bottleneck/observations.js';
import { targetsIn } from '../../record/part.js';
import { isOfWarmJvms } from '../../record/run.js';
import { summed } from '../../record/samples.js';
import { sum } from '../../util/math.js';
import { tooFastFor, discardReasons } from './health.js';
import { explanationOf, littlesLaw } from './littles-law.js';
import { countBetween, lastAnswerSeconds, requestThreads, stageFigures } from './stage.js';
import { IDLE_TARGETS, sliceView } from './view.js';
import { within } from './window.js';

/**
 * The figures of one part, slice by slice.
 *
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../../record/raw-part.js').RawPart} RawPart
 * @typedef {import('../../record/part.js').MeasuredPart} MeasuredPart
 * @typedef {import('../../record/part.js').Slice} Slice
 * @typedef {import('./health.js').DiscardReason} DiscardReason
 * @typedef {import('../types.js').SliceFigures} SliceFigures
 * @typedef {import('../types.js').StageFigures} StageFigures
 */

/**
 * Share of the machine that other processes may use in a slice whose CPU per request is compared. Its throughput is discarded from 10 % on.
 * CPU time is counted per process; caches and the clock of the processor are what such neighbours still share.
 */
const CPU_OTHERS_LIMIT = 0.5;

/**
 * @param {RawPart} raw
 * @param {Run} run
 * @returns {import('../types.js').PartFigures} bottlenecks by what its slices show alone: `figures` adds what other numbers of users show
 */
export function partFigures(raw, run) {
  const { planned, part, missing } = raw;
  const measured = planned.state === 'ok' ? part : null;
  const before = blocksBefore(run, planned);
  return {
    planned,
    state: planned.state,
    reason: planned.reason ?? part?.reason ?? null,
    part,
    slices: measured ? measured.slices.map((_, index) => sliceFigures(raw, measured, index, { run, before })) : [],
    missing,
  };
}

/**
 * @param {RawPart} raw
 * @param {MeasuredPart} part
 * @param {number} index of the slice
 * @param {{ run: Run, before: number }} place `before`: blocks of the round before this part
 * @returns {SliceFigures}
 */
function sliceFigures(raw, part, index, { run, before }) {
  const slice = part.slices[index];
  const { target, startMs, endMs, counts, scrapes, others } = slice;
  const { scenario, round, number, attempt } = raw.planned;
  const view = sliceView(raw, part, slice);
  const stage = stageFigures(view);
  const threads = requestThreads(view.server);
  const discardedFor = [...discardReasons(view, stage, run, threads), ...overlap(raw, part, index), ...compiling(stage, run)];
  /** @type {SliceFigures} */
  const figures = {
    ...{ scenario, target, round, number, attempt, slice: slice.slice, startMs, counts, scrapes, others, stage, discardedFor },
    block: before + slice.block,
    jvmStartedMs: part.jvms[target]?.startedMs ?? null,
    steady: part.warmups[target]?.steady ?? null,
    databaseRttMs: part.databaseRtt?.measuredMs ?? null,
    afterSlice: view.requests && countBetween(view.requests, endMs, Infinity),
    lastAnswerSeconds: view.requests && lastAnswerSeconds(view.requests, endMs),
    requestThreads: threads,
    observed: observations(view, stage, run),
    downstream: downstream(view, stage, run),
    bottleneck: null,
    littlesLaw: littlesLaw(slice, raw.rollup?.userSeconds ?? null),
    unanswered: part.k6?.interrupted ?? 0,
    tooFastFor: tooFastFor(view, stage, run),
    cpuCounts: stage.cpuCores !== null && discardedFor.every(sparesCpu),
    idleCores: stage.processCores[IDLE_TARGETS] ?? null,
  };
  return judged(figures, []);
}

/**
 * A slice has one number of users. Whether they were waiting shows against others.
 * @param {SliceFigures} slice
 * @param {StageFigures[]} others stages of the same target with other numbers of users, fewer first, the nearest of them first
 * @returns {SliceFigures}
 */
export function judged(slice, others) {
  const found = bottleneck(withOtherLevels(slice.observed, slice.stage, others));
  const { littlesLaw: law, unanswered, stage } = slice;
  const explanation = law && explanationOf(law, stage.vus, { unanswered, isGeneratorLimit: found.kind === 'generator' });
  return { ...slice, bottleneck: found, littlesLaw: law && { ...law, explanation } };
}

/** @param {DiscardReason} reason @returns {boolean} may CPU per request still be compared? */
function sparesCpu(reason) {
  return reason.kind === 'other processes' && reason.share <= CPU_OTHERS_LIMIT;
}

/**
 * A slice of a JVM that compiles is warm-up, not data. That depends on what its compilers do, not on its throughput, so that it selects no results. A target
 * that does not count its compilers' time as they work cannot be judged.
 * @param {StageFigures} stage
 * @param {Run} run
 * @returns {DiscardReason[]}
 */
function compiling({ compilerCores, compilingShare }, run) {
  if (!isOfWarmJvms(run) || compilerCores === null || compilingShare === null || !isCompiling(compilingShare)) return [];
  return [{ kind: 'compilers at work', share: compilingShare, limitShare: COMPILING }];
}

/**
 * A slice begins while the target of the slice before is still at work: it gets less of the machine than the others. k6 gives up on requests after the gap,
 * the target does not.
 * @param {RawPart} raw
 * @param {MeasuredPart} part
 * @param {number} index of the slice
 * @returns {DiscardReason[]}
 */
function overlap(raw, { slices }, index) {
  if (index === 0) return [];
  const [before, slice] = [slices[index - 1], slices[index]];
  const log = raw.requests?.get(before.slice);
  const seconds = Math.max(log ? lastAnswerSeconds(log, slice.startMs) : 0, secondsInFlight(raw, before, slice));
  return seconds > 0 ? [{ kind: 'overlap', seconds }] : [];
}

/** @param {RawPart} raw @param {Slice} before @param {Slice} slice @returns {number} from the slice's start to the last scrape of the other target that saw a request */
function secondsInFlight({ servers }, before, slice) {
  if (before.target === slice.target) return 0;
  const gauge = servers.get(before.target)?.get('http_server_requests_active_seconds_count') ?? [];
  const seen = within(summed(gauge), { fromMs: slice.startMs, toMs: slice.endMs }).filter(({ value }) => value > 0);
  return seen.length > 0 ? Math.max(1, Math.round((seen[seen.length - 1].timeMs - slice.startMs) / 1000)) : 0;
}

/** Parts of one round that share a target count their blocks on; those of targets that are measured alone each begin with 1. @param {Run} run @param {import('../../record/run.js').PlannedPart} planned */
function blocksBefore({ parts }, { scenario, round, number, blocks }) {
  const targets = targetsIn(blocks);
  const earlier = parts.filter(
    (each) =>
      each.scenario === scenario &&
      each.round === round &&
      each.number < number &&
      targetsIn(each.blocks).some((target) => targets.includes(target)),
  );
  return sum(earlier.map((each) => each.blocks.length));
}
