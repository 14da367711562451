import { cellFigures, lastAnswerSeconds } from '../cell/figures.js';
import { COMPILING, isCompiling } from '../../../k6/lib/compilers.js';
import { within } from '../cell/window.js';
import { isOfWarmJvms } from '../../record/run.js';
import { summed } from '../../record/samples.js';
import { sum } from '../../util/math.js';
import { IDLE_TARGETS, sliceView } from './slice-view.js';

/**
 * The figures of one sequence, slice by slice.
 *
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../../record/raw-cell.js').RawSequence} RawSequence
 * @typedef {import('../../record/sequence.js').MeasuredSequence} MeasuredSequence
 * @typedef {import('../../record/sequence.js').Slice} Slice
 * @typedef {import('../cell/health.js').VoidReason} VoidReason
 * @typedef {import('../types.js').SliceFigures} SliceFigures
 * @typedef {import('../types.js').StageFigures} StageFigures
 */

/**
 * Share of the machine that other processes may use in a slice whose CPU per request is compared. Its throughput is void from 10 % on.
 * CPU time is counted per process; caches and the clock of the processor are what such neighbours still share.
 */
export const CPU_OTHERS_LIMIT = 0.5;

/**
 * @param {RawSequence} raw
 * @param {Run} run
 * @param {(target: string) => StageFigures[]} [staircaseOf] stages of the target in the same scenario with other numbers of users, the nearest first
 * @returns {import('../types.js').SequenceFigures}
 */
export function sequenceFigures(raw, run, staircaseOf = () => []) {
  const { planned, sequence, requests, missing } = raw;
  const measured = planned.state === 'ok' ? sequence : null;
  return {
    planned,
    state: planned.state,
    reason: planned.reason ?? sequence?.reason ?? null,
    sequence,
    slices: measured ? measured.slices.map((_, index) => sliceFigures(raw, measured, index, run, staircaseOf)) : [],
    hlogTotal: requests && sum([...requests.values()].map(({ total }) => total)),
    missing,
  };
}

/**
 * @param {RawSequence} raw
 * @param {MeasuredSequence} sequence
 * @param {number} index of the slice
 * @param {Run} run
 * @param {(target: string) => StageFigures[]} staircaseOf
 * @returns {SliceFigures}
 */
function sliceFigures(raw, sequence, index, run, staircaseOf) {
  const slice = sequence.slices[index];
  const { target, startMs, counts, scrapes, others } = slice;
  const { scenario, round, part } = raw.planned;
  const like = cellFigures(sliceView(raw, sequence, slice), run, staircaseOf(target));
  const [stage] = like.stages;
  const voids = [...like.voids, ...overlap(raw, sequence, index), ...compiling(stage, run)];
  return {
    ...{ scenario, target, round, part, slice: slice.slice, startMs, counts, scrapes, others, stage, voids },
    block: blocksBefore(run, raw.planned) + slice.block,
    jvmStartedMs: like.cell?.jvm?.startedMs ?? null,
    steady: like.steady,
    databaseRttMs: sequence.databaseRtt?.measuredMs ?? null,
    afterSlice: like.afterLastStage,
    requestThreads: like.requestThreads,
    bottleneck: like.bottlenecks[0],
    downstream: like.downstream[0],
    littlesLaw: like.littlesLaw[0],
    tooFastFor: like.tooFastFor[0],
    cpuCounts: stage.cpuCores !== null && voids.every(sparesCpu),
    idleCores: stage.processCores[IDLE_TARGETS] ?? null,
  };
}

/** @param {VoidReason} reason @returns {boolean} may CPU per request still be compared? */
function sparesCpu(reason) {
  return reason.kind === 'other processes' && reason.share <= CPU_OTHERS_LIMIT;
}

/**
 * A slice of a JVM that compiles is warm-up, not data. That depends on what its compilers do, not on its throughput, so that it selects no results. A target
 * that does not count its compilers' time as they work cannot be judged.
 * @param {StageFigures} stage
 * @param {Run} run
 * @returns {VoidReason[]}
 */
function compiling({ compilerCores, compilingShare }, run) {
  if (!isOfWarmJvms(run) || compilerCores === null || compilingShare === null || !isCompiling(compilingShare)) return [];
  return [{ kind: 'compilers at work', share: compilingShare, limitShare: COMPILING }];
}

/**
 * A slice begins while the target of the slice before is still at work: it gets less of the machine than the others. k6 gives up on requests after the gap,
 * the target does not.
 * @param {RawSequence} raw
 * @param {MeasuredSequence} sequence
 * @param {number} index of the slice
 * @returns {VoidReason[]}
 */
function overlap(raw, { slices }, index) {
  if (index === 0) return [];
  const [before, slice] = [slices[index - 1], slices[index]];
  const log = raw.requests?.get(before.slice);
  const seconds = Math.max(log ? lastAnswerSeconds(log, slice.startMs) : 0, secondsInFlight(raw, before, slice));
  return seconds > 0 ? [{ kind: 'overlap', seconds }] : [];
}

/** @param {RawSequence} raw @param {Slice} before @param {Slice} slice @returns {number} from the slice's start to the last scrape of the other target that saw a request */
function secondsInFlight({ servers }, before, slice) {
  if (before.target === slice.target) return 0;
  const gauge = servers.get(before.target)?.get('http_server_requests_active_seconds_count') ?? [];
  const seen = within(summed(gauge), { fromMs: slice.startMs, toMs: slice.endMs }).filter(({ value }) => value > 0);
  return seen.length > 0 ? Math.max(1, Math.round((seen[seen.length - 1].timeMs - slice.startMs) / 1000)) : 0;
}

/** Parts of one round count their blocks on. @param {Run} run @param {import('../../record/run.js').PlannedSequence} planned */
function blocksBefore({ sequences }, { scenario, round, part }) {
  const earlier = sequences.filter((each) => each.scenario === scenario && each.round === round && each.part < part);
  return sum(earlier.map(({ blocks }) => blocks.length));
}
