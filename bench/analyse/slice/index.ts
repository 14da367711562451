/** The figures of one part, slice by slice. */
import { COMPILING, isCompiling } from '../../../k6/lib/compilers.js';
import { bottleneck } from '../bottleneck/bottleneck.ts';
import { observations, requestThreads, withOtherLevels } from '../bottleneck/observations.ts';
import { targetsIn, type MeasuredPart, type Slice } from '../../record/part.ts';
import { isOfWarmJvms, type Run, type PlannedPart } from '../../record/run.ts';
import { summed } from '../../record/samples.ts';
import { sum } from '../../util/math.ts';
import { tooFastFor, discardReasons, type DiscardReason } from './health.ts';
import { explanationOf, littlesLaw } from './littles-law.ts';
import { countBetween, lastAnswerSeconds, stageFigures } from './stage.ts';
import { IDLE_TARGETS, sliceView } from './view.ts';
import { within } from './window.ts';
import type { RawPart } from '../../record/raw-part.ts';
import type { PartFigures, SliceFigures, StageFigures } from '../types.ts';

/** Share of the machine that other processes may use in a slice whose CPU per request is compared. Its throughput is discarded from 10 %
 * on. CPU time is counted per process; caches and the clock of the processor are what such neighbours still share. */
const CPU_OTHERS_LIMIT = 0.5;

/** @returns bottlenecks by what its slices show alone: `figures` adds what other numbers of users show */
export function partFigures(raw: RawPart, run: Run): PartFigures {
  const { planned, part, missing } = raw;
  const measured = planned.state === 'ok' ? part : null;
  const before = blocksBefore(run, planned);
  return {
    ...{ planned, part, missing, state: planned.state, reason: planned.reason ?? part?.reason ?? null },
    slices: measured ? measured.slices.map((_, index) => sliceFigures(raw, measured, index, { run, before })) : [],
  };
}

function sliceFigures(raw: RawPart, part: MeasuredPart, index: number, { run, before }: { run: Run; before: number }): SliceFigures {
  const slice = part.slices[index];
  const { target, startMs, endMs, counts, scrapes, others } = slice;
  const { scenario, round, number, attempt } = raw.planned;
  const view = sliceView(raw, part, slice);
  const stage = stageFigures(view);
  const databaseRttMs = part.databaseRtt?.measuredMs ?? null;
  const measured = { stage, observed: observations(view, stage, run), requestThreads: requestThreads(view), databaseRttMs };
  const discardedFor = [...discardReasons(view, measured, run), ...overlap(raw, part, index), ...compiling(stage, run)];
  const figures = {
    ...{ scenario, target, round, number, attempt, slice: slice.slice, startMs, counts, scrapes, others, ...measured, discardedFor },
    block: before + slice.block,
    jvmStartedMs: part.jvms[target]?.startedMs ?? null,
    steady: part.warmups[target]?.steady ?? null,
    afterSlice: view.requests && countBetween(view.requests, { fromMs: endMs, toMs: Infinity }),
    lastAnswerSeconds: view.requests && lastAnswerSeconds(view.requests, endMs),
    littlesLaw: littlesLaw(slice, raw.rollup?.userSeconds ?? null),
    unanswered: part.k6?.interrupted ?? 0,
    tooFastFor: tooFastFor(view, measured, run),
    cpuCounts: stage.cpuCores !== null && discardedFor.every(sparesCpu),
    idleCores: stage.processCores[IDLE_TARGETS] ?? null,
  };
  return judged(figures, []);
}

/** A slice has one number of users. Whether they were waiting shows against others.
 * @param others stages of the same target with other numbers of users, fewer first, the nearest of them first */
export function judged(slice: Omit<SliceFigures, 'bottleneck'>, others: StageFigures[]): SliceFigures {
  const found = bottleneck(withOtherLevels(slice.observed, slice.stage, others));
  const { littlesLaw: law, unanswered, stage } = slice;
  const explanation = law && explanationOf(law, stage.vus, unanswered, found.kind === 'generator');
  return { ...slice, bottleneck: found, littlesLaw: law && { ...law, explanation } };
}

function sparesCpu(reason: DiscardReason): boolean {
  return reason.kind === 'other processes' && reason.share <= CPU_OTHERS_LIMIT;
}

/** A slice of a JVM that compiles is warm-up, not data. That depends on what its compilers do, not on its throughput, so that it selects no
 * results. A target that does not count its compilers' time as they work cannot be judged. */
function compiling({ compilerCores, compilingShare }: StageFigures, run: Run): DiscardReason[] {
  if (!isOfWarmJvms(run) || compilerCores === null || compilingShare === null || !isCompiling(compilingShare)) return [];
  return [{ kind: 'compilers at work', share: compilingShare, limitShare: COMPILING }];
}

/** A slice begins while the target of the slice before is still at work: it gets less of the machine than the others. k6 gives up on
 * requests after the gap, the target does not. */
function overlap(raw: RawPart, { slices }: MeasuredPart, index: number): DiscardReason[] {
  if (index === 0) return [];
  const [before, slice] = [slices[index - 1], slices[index]];
  const log = raw.requests?.get(before.slice);
  const seconds = Math.max(log ? lastAnswerSeconds(log, slice.startMs) : 0, secondsInFlight(raw, before, slice));
  return seconds > 0 ? [{ kind: 'overlap', seconds }] : [];
}

/** @returns from the slice's start to the last scrape of the other target that saw a request */
function secondsInFlight({ servers }: RawPart, before: Slice, slice: Slice): number {
  if (before.target === slice.target) return 0;
  const gauge = servers.get(before.target)?.get('http_server_requests_active_seconds_count') ?? [];
  const seen = within(summed(gauge), { fromMs: slice.startMs, toMs: slice.endMs }).filter(({ value }) => value > 0);
  return seen.length > 0 ? Math.max(1, Math.round((seen[seen.length - 1].timeMs - slice.startMs) / 1000)) : 0;
}

/** Parts of one round that share a target count their blocks on; those of targets that are measured alone each begin with 1. */
function blocksBefore({ parts }: Run, { scenario, round, number, blocks }: PlannedPart) {
  const targets = targetsIn(blocks);
  const earlier = parts.filter((each) => each.scenario === scenario && each.round === round && each.number < number);
  const shared = earlier.filter((each) => targetsIn(each.blocks).some((target) => targets.includes(target)));
  return sum(shared.map((each) => each.blocks.length));
}
