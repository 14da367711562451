/** Warms all targets of a scenario up in one go: they get slices of load in turn, and the slices of one are the pauses of the others' compilers. */
import { rmSync } from 'node:fs';
import { warmUpFilesIn } from '../generators/files.ts';
import { withoutLimits } from '../unlimited.ts';
import { warmUp } from './alone.ts';
import { followSlices } from './follow.ts';
import { warmUpLoad } from './load.ts';
import { slicedLoad, type OnLook } from './sliced-load.ts';
import { Steadiness } from './steadiness.ts';
import { usageOf, waitForCompilers } from './usage.ts';
import { targetExitText } from '../../util/text.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { RecordedWarmUp } from '../../record/part.ts';
import type { BlocksSubject } from '../generators/start.ts';
import type { Engine } from '../../engines/engine.ts';

export const SLICE_SECONDS = 2;
/**
 * That ends the first load. When a load ends and another begins, connections are closed and opened, setup() sends requests of its own, and the runner looks
 * whether the target is idle. HotSpot throws away code that was compiled without them. So a target must become warm in a load that began after it was hot,
 * as the one does that is measured (docs/dev/evidence/warm-up.md#a-load-that-begins).
 */
const HOT = { limitInTurn: false, steadyBursts: 1 };

interface Options {
  catalogue: Catalogue;
  /** of the load that follows */
  mostVus: number;
  /** of load on each target; each gets one slice at least */
  maxSeconds: number;
  /** so many slices of each target in a row must be quiet */
  steadyBursts?: number;
  /** under the CPU limit, where the engine can lift it for the slices before */
  limitInTurn?: boolean;
  /** folder for warmup.hlog, which does not stay, and k6-warmup.log */
  dir: string;
  onLook?: OnLook;
}

interface WarmedUp {
  /** by target; `seconds`: of its own slices */
  warmups: Record<string, RecordedWarmUp>;
  /** what ended the warm-up too early, in a sentence */
  exit: string | null;
}

/** @param targets running */
export async function warmUpTogether(subject: BlocksSubject, targets: string[], options: Options): Promise<WarmedUp> {
  const all: WarmedUp = { warmups: {}, exit: null };
  for (const { scenario, vus, members } of groupsByLoad(subject.scenario, targets, options)) {
    // Requests that pile up would reach into the next target's slice; one target alone needs pauses.
    const isSliced = members.length > 1 && !options.catalogue.scenarios[scenario].leavesBacklog;
    const { warmups, exit } = isSliced
      ? await warmInSlices({ ...subject, scenario }, members, { ...options, vus })
      : await warmInTurn(subject, members, options);
    Object.assign(all.warmups, warmups);
    all.exit = exit;
    if (exit !== null) break;
  }
  return all;
}

/**
 * All slices have the users of the load that follows. With fewer, code that waits for threads and connections would not run.
 * @returns targets that are warmed up by the same scenario
 */
export function groupsByLoad(
  scenario: string,
  targets: string[],
  { catalogue, mostVus }: Options,
): { scenario: string; vus: number; members: string[] }[] {
  const loadOf = (target: string) => warmUpLoad(catalogue, { scenario, target }, mostVus);
  const groups = Map.groupBy(targets, (target) => loadOf(target).scenario);
  return [...groups.values()].map((members) => ({ ...loadOf(members[0]), members }));
}

async function warmInSlices(
  subject: BlocksSubject,
  targets: string[],
  { maxSeconds, steadyBursts = 1, limitInTurn: asked = false, ...load }: Options & { vus: number },
): Promise<WarmedUp> {
  const { engine, scenario } = subject;
  const quotaLifted = engine.canLiftLimit();
  const limitInTurn = asked && quotaLifted;
  const steadiness = new Map(targets.map((target) => [target, new Steadiness(HOT)]));
  const give = async (cold: string[]) => {
    const seconds = Math.max(...cold.map((target) => secondsLeft(steadiness, target, maxSeconds)));
    const failed = failureOf(engine, targets, await giveSlices(subject, cold, { ...load, steadiness, seconds }));
    await Promise.all(targets.map((target) => waitForCompilers(engine, target)));
    return failed;
  };
  const failure = await withoutLimits(engine, targets, async () => {
    let failed = await give(targets);
    for (const each of steadiness.values()) each.askAgain({ limitInTurn, steadyBursts });
    for (let next = stillCold(steadiness, maxSeconds); next.length > 0 && failed === null; next = stillCold(steadiness, maxSeconds)) {
      failed = await give(next);
    }
    return failed;
  });
  const warmups = [...steadiness].map(([target, { bursts, perSecond, compilingShare, isSteady: steady, untilWarm }]) => {
    const seconds = bursts * SLICE_SECONDS;
    return [target, { scenario, vus: load.vus, quotaLifted, limitInTurn, seconds, perSecond, compilingShare, steady, untilWarm }];
  });
  if (failure === null) rmSync(warmUpFilesIn(load.dir).hlog, { force: true });
  return { warmups: Object.fromEntries(warmups), exit: failure };
}

/** @returns whole slices, at least one for a target that had none */
function secondsLeft(steadiness: Map<string, Steadiness>, target: string, maxSeconds: number): number {
  const { bursts = 0 } = steadiness.get(target) ?? {};
  const left = Math.floor(maxSeconds / SLICE_SECONDS) - bursts;
  return Math.max(bursts === 0 ? 1 : 0, left) * SLICE_SECONDS;
}

/** @returns targets that are not warm and have time left; of a single one, another beside it, whose slices are its pauses */
function stillCold(steadiness: Map<string, Steadiness>, maxSeconds: number): string[] {
  const targets = [...steadiness.keys()];
  const cold = targets.filter((target) => !steadiness.get(target)?.isSteady && secondsLeft(steadiness, target, maxSeconds) > 0);
  const companions = targets.filter((target) => !cold.includes(target));
  return cold.length === 1 ? [...cold, ...companions.slice(0, 1)] : cold;
}

/**
 * One k6 gives them slices in turn until enough of them are warm.
 * @param options `seconds`: for each target
 * @returns how a k6 failed, in a sentence; null if none did
 */
async function giveSlices(
  subject: BlocksSubject,
  targets: string[],
  {
    vus,
    dir,
    onLook,
    steadiness,
    seconds,
  }: Pick<Options, 'dir' | 'onLook'> & { vus: number; steadiness: Map<string, Steadiness>; seconds: number },
): Promise<string | null> {
  const { engine } = subject;
  // The same order in every block: the pauses are alike, too.
  const blocks = Array.from({ length: seconds / SLICE_SECONDS }, () => ({ vus, targets }));
  const load = slicedLoad(subject, { blocks, sliceSeconds: SLICE_SECONDS, dir, onLook });
  const usage = (target: string) => usageOf(engine.endpoints.metrics(target));
  await followSlices({ slices: load.options.slices, sliceSeconds: SLICE_SECONDS, load, usage, engine, steadiness });
  return load.ended();
}

/** One target after the other, each alone. */
async function warmInTurn(subject: BlocksSubject, targets: string[], { onLook, ...options }: Options): Promise<WarmedUp> {
  const warmups: Record<string, RecordedWarmUp> = {};
  for (const target of targets) {
    const { exit, ...warmup } = await warmUp({ ...subject, target }, { ...options, onLook: (rps) => onLook?.(rps, target) });
    warmups[target] = warmup;
    const failure = failureOf(subject.engine, [target], exit);
    if (failure !== null) return { warmups, exit: failure };
    rmSync(warmUpFilesIn(options.dir).hlog, { force: true });
  }
  return { warmups, exit: null };
}

/** @param exit of a k6 that failed @returns a sentence: where a target has ended, that is why */
function failureOf(engine: Engine, targets: string[], exit: string | null): string | null {
  for (const target of targets) {
    const ended = engine.targetExit(target);
    if (ended) return `${target} ended in the warm-up (${targetExitText(ended)})`;
  }
  return exit;
}
