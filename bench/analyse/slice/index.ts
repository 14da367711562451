/** The figures of one part, slice by slice. */
import { COMPILING, isCompiling } from '../../../k6/lib/compilers.js';
import { bottleneck } from '../bottleneck/bottleneck.ts';
import { observations, requestThreads, withOtherLevels } from '../bottleneck/observations.ts';
import { hasBlocks } from '../../record/catalogue.ts';
import { targetsIn, type MeasuredPart, type Slice } from '../../record/part.ts';
import { isOfWarmJvms, type Run, type PlannedPart } from '../../record/run.ts';
import { summed } from '../../record/samples.ts';
import { sum } from '../../util/math.ts';
import { tooFastFor, discardReasons, type DiscardReason } from './health.ts';
import { explanationOf, littlesLaw } from './littles-law.ts';
import { countBetween, lastAnswerSeconds, stageFigures } from './stage.ts';
import { IDLE_TARGETS, sliceView } from './view.ts';
import { within } from './window.ts';
import type { RawPart } from '../../record/bundle-reader.ts';
import type { PartFigures, StageFigures } from '../types.ts';

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
    slices: measured ? measured.slices.map((_, index) => judged(measuredSlice(raw, measured, index, { run, before }), [])) : [],
  };
}

function measuredSlice(raw: RawPart, part: MeasuredPart, index: number, { run, before }: { run: Run; before: number }) {
  const slice = part.slices[index];
  const { target, startMs, endMs, counts, scrapes, others } = slice;
  const { scenario, round, number, attempt } = raw.planned;
  const view = sliceView(raw, part, slice);
  const stage = stageFigures(view);
  /** before the part; null of a scenario without a database */
  const databaseRttMs = part.databaseRtt?.measuredMs ?? null;
  const measured = { stage, observed: observations(view, stage, run), requestThreads: requestThreads(view), databaseRttMs };
  const discardedFor = [...discardReasons(view, measured, run), ...overlap(raw, part, index), ...compiling(stage, run)];
  return {
    ...{ scenario, target, round, number, attempt, slice: slice.slice, startMs, counts, scrapes, others, ...measured },
    /** why it decides nothing about throughput; empty where it is valid */
    discardedFor,
    /** place of its block in the round, from 1; those of a later part are counted on */
    block: before + slice.block,
    /** of the JVM that served it; null where it was not recorded */
    jvmStartedMs: Object.hasOwn(part.jvms, target) ? part.jvms[target].startedMs : null,
    /** did that JVM's warm-up become so; null where there was none */
    steady: Object.hasOwn(part.warmups, target) ? part.warmups[target].steady : null,
    /** ended after it; null where there is no log */
    afterSlice: view.requests && countBetween(view.requests, { fromMs: endMs, toMs: Infinity }),
    /** after its end, by when the last request had ended, rounded up to whole seconds */
    lastAnswerSeconds: view.requests && lastAnswerSeconds(view.requests, endMs),
    /** null where the users' time was not recorded */
    littlesLaw: littlesLaw(slice, raw.rollup?.userSeconds ?? null),
    /** interrupted iterations of its part */
    unanswered: part.k6?.interrupted ?? 0,
    /** the part of the set-up that was the limit, since the target was so fast */
    tooFastFor: tooFastFor(view, measured, run),
    /** may its CPU per request be compared? As long as it is valid, or other processes alone disturbed it, and not too much */
    cpuCounts: stage.cpuCores !== null && discardedFor.every(sparesCpu),
    /** that the other targets used meanwhile, all together; null where it was not recorded */
    idleCores: Object.hasOwn(stage.processCores, IDLE_TARGETS) ? stage.processCores[IDLE_TARGETS] : null,
  };
}

/** A slice has one number of users. Whether they were waiting shows against others.
 * @param others stages of the same target with other numbers of users, fewer first, the nearest of them first */
export function judged(slice: ReturnType<typeof measuredSlice>, others: StageFigures[]) {
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

/** Parts of one round that share a target count their blocks on; those of targets that are measured alone each begin with 1. What is measured in one block
 * only, and repeated, takes that block's place. */
function blocksBefore({ parts, catalogue }: Run, { scenario, round, number, blocks }: PlannedPart) {
  if (!hasBlocks(catalogue, scenario)) return 0;
  const targets = targetsIn(blocks);
  const earlier = parts.filter((each) => each.scenario === scenario && each.round === round && each.number < number);
  const shared = earlier.filter((each) => targetsIn(each.blocks).some((target) => targets.includes(target)));
  return sum(shared.map((each) => each.blocks.length));
}
