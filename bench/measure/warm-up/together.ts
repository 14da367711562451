/** Warms all targets of a scenario up in one go: they get slices of load in turn, and the slices of one are the pauses of the others' compilers. */
import { rmSync } from 'node:fs';
import { warmUpFilesIn } from '../generators/files.ts';
import { refuse, refuseEnded } from '../part/context.ts';
import { withoutLimit } from '../unlimited.ts';
import { warmUp } from './alone.ts';
import { followSlices } from './follow.ts';
import { usageOf, waitForCompilers, warmUpLoad, type WarmUpOptions } from './load.ts';
import { SlicedLoad } from './sliced-load.ts';
import { Steadiness } from './steadiness.ts';
import type { RecordedWarmUp } from '../../record/part.ts';
import type { BlocksSubject } from '../generators/start.ts';

export const SLICE_SECONDS = 2;
/**
 * That ends the first load. When a load ends and another begins, connections are closed and opened, setup() sends requests of its own, and the runner looks
 * whether the target is idle. HotSpot throws away code that was compiled without them. So a target must become warm in a load that began after it was hot,
 * as the one does that is measured (docs/dev/evidence/warm-up.md#a-load-that-begins).
 */
const HOT = { limitInTurn: false, steadyBursts: 1 };

/** by target; `seconds`: of its own slices */
type WarmUps = Record<string, RecordedWarmUp>;

/** @param targets running @throws {PartFailure} if one of them ends, or k6 fails */
export async function warmUpTogether(subject: BlocksSubject, targets: string[], options: WarmUpOptions): Promise<WarmUps> {
  const all: WarmUps = {};
  for (const { scenario, vus, members } of groupsByLoad(subject.scenario, targets, options)) {
    // Requests that pile up would reach into the next target's slice; one target alone needs pauses.
    const isSliced = members.length > 1 && !options.catalogue.scenarios[scenario].leavesBacklog;
    const warmups = isSliced
      ? await warmInSlices({ ...subject, scenario }, members, { ...options, vus })
      : await warmInTurn(subject, members, options);
    Object.assign(all, warmups);
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
  { catalogue, mostVus }: Pick<WarmUpOptions, 'catalogue' | 'mostVus'>,
): { scenario: string; vus: number; members: string[] }[] {
  const loadOf = (target: string) => warmUpLoad(catalogue, { scenario, target }, mostVus);
  const groups = Map.groupBy(targets, (target) => loadOf(target).scenario);
  return [...groups.values()].map((members) => ({ ...loadOf(members[0]), members }));
}

async function warmInSlices(subject: BlocksSubject, targets: string[], options: WarmUpOptions & { vus: number }): Promise<WarmUps> {
  const { engine, scenario } = subject;
  const { maxSeconds, steadyBursts, limitInTurn: asked = false, vus, dir, onLook } = options;
  const quotaLifted = engine.canLiftLimit();
  const limitInTurn = asked && quotaLifted;
  const steadiness = new Map(targets.map((target) => [target, new Steadiness(HOT)]));
  const usage = (target: string) => usageOf(engine, target);
  /** One k6 gives them slices in turn until enough of them are warm. */
  const give = async (cold: string[]) => {
    const slices = Math.max(...cold.map((target) => slicesLeft(steadiness, target, maxSeconds)));
    // The same order in every block: the pauses are alike, too.
    const blocks = Array.from({ length: slices }, () => ({ vus, targets: cold }));
    const load = new SlicedLoad(subject, { blocks, sliceSeconds: SLICE_SECONDS, dir, onLook });
    await followSlices({ sliceSeconds: SLICE_SECONDS, load, usage, engine, steadiness });
    const failure = await load.ended();
    refuseEnded(engine, targets, 'in the warm-up');
    refuse(failure);
    await Promise.all(targets.map((target) => waitForCompilers(engine, target)));
  };
  await withoutLimit(engine, targets, async () => {
    await give(targets);
    for (const each of steadiness.values()) each.askAgain({ limitInTurn, steadyBursts });
    for (let next = stillCold(steadiness, maxSeconds); next.length > 0; next = stillCold(steadiness, maxSeconds)) await give(next);
  });
  rmSync(warmUpFilesIn(dir).hlog, { force: true });
  const warmups = [...steadiness].map(([target, { bursts, found }]) => {
    return [target, { scenario, vus, quotaLifted, limitInTurn, seconds: bursts * SLICE_SECONDS, ...found }];
  });
  return Object.fromEntries(warmups);
}

/** @returns at least one for a target that had none */
function slicesLeft(steadiness: Map<string, Steadiness>, target: string, maxSeconds: number): number {
  const { bursts = 0 } = steadiness.get(target) ?? {};
  return Math.max(bursts === 0 ? 1 : 0, Math.floor(maxSeconds / SLICE_SECONDS) - bursts);
}

/** @returns targets that are not warm and have time left; of a single one, another beside it, whose slices are its pauses */
function stillCold(steadiness: Map<string, Steadiness>, maxSeconds: number): string[] {
  const targets = [...steadiness.keys()];
  const cold = targets.filter((target) => !steadiness.get(target)?.isSteady && slicesLeft(steadiness, target, maxSeconds) > 0);
  const companions = targets.filter((target) => !cold.includes(target));
  return cold.length === 1 ? [...cold, ...companions.slice(0, 1)] : cold;
}

/** One target after the other, each alone. */
async function warmInTurn(subject: BlocksSubject, targets: string[], options: WarmUpOptions): Promise<WarmUps> {
  const warmups: WarmUps = {};
  for (const target of targets) {
    try {
      warmups[target] = await warmUp({ ...subject, target }, options);
    } finally {
      // Where it has ended, that is why k6 failed.
      refuseEnded(subject.engine, [target], 'in the warm-up');
    }
    rmSync(warmUpFilesIn(options.dir).hlog, { force: true });
  }
  return warmups;
}
