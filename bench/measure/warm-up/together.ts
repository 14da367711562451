/** Warms all targets of a scenario up in one go: they get slices of load in turn, and the slices of one are the pauses of the others' compilers. */
import { rmSync } from 'node:fs';
import { warmUpFilesIn } from '../generators/files.ts';
import { refuse, refuseEnded } from '../part/context.ts';
import { underLimit, withoutLimit } from '../jvms.ts';
import { warmUp } from './alone.ts';
import { usageOf, waitForCompilers, warmUpLoad, type WarmUpOptions } from './load.ts';
import { SlicedLoad, startOf } from './sliced-load.ts';
import { Steadiness, type Usage, type Used } from './steadiness.ts';
import type { Slice } from '../../../k6/lib/blocks.js';
import type { EngineTargets } from '../../engines/engine.ts';
import type { RecordedWarmUp } from '../../record/part.ts';
import type { BlocksSubject } from '../generators/start.ts';

export const SLICE_SECONDS = 2;
/**
 * That ends the first load. When a load ends and another begins, connections are closed and opened, setup() sends requests of its own, and the runner looks
 * whether the target is idle. HotSpot throws away code that was compiled without them. So a target must become warm in a load that began after it was hot,
 * as the one does that is measured (docs/dev/evidence/warm-up.md#a-load-that-begins).
 */
const HOT = { limitInTurn: false, steadyBursts: 1 };
/** What a slice needs is done so long before it: last answers of the slice before have arrived by then, as a rule. */
const PREPARE_MS = 400;
/** A slice's last second is known some 300 ms after its end, later on a busy machine. */
const RESULT_LIMIT_MS = 800;

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

/** @returns targets that are warmed up by the same scenario, with the users of the load that follows */
export function groupsByLoad(scenario: string, targets: string[], { catalogue, mostVus }: Pick<WarmUpOptions, 'catalogue' | 'mostVus'>) {
  const loadOf = (target: string) => warmUpLoad(catalogue, { scenario, target }, mostVus);
  const groups = Map.groupBy(targets, (target) => loadOf(target).scenario);
  return [...groups.values()].map((members) => ({ ...loadOf(members[0]), members }));
}

async function warmInSlices(subject: BlocksSubject, targets: string[], options: WarmUpOptions & { vus: number }): Promise<WarmUps> {
  const { engine, scenario } = subject;
  const { maxSeconds, steadyBursts, limitInTurn: asked = false, vus, dir, onLook } = options;
  const quotaLifted = engine.targets.canLift;
  const limitInTurn = asked && quotaLifted;
  const steadiness = new Map(targets.map((target) => [target, new Steadiness(HOT)]));
  const usage = (target: string) => usageOf(engine, target);
  /** One k6 gives them slices in turn until enough of them are warm. */
  const give = async (cold: string[]) => {
    const slices = Math.max(...cold.map((target) => slicesLeft(steadiness, target, maxSeconds)));
    // The same order in every block: the pauses are alike, too.
    const blocks = Array.from({ length: slices }, () => ({ vus, targets: cold }));
    const load = new SlicedLoad(subject, { blocks, sliceSeconds: SLICE_SECONDS, dir, onLook });
    await followSlices({ load, usage, targets: engine.targets, steadiness });
    const failure = await load.ended();
    refuseEnded(engine, targets, 'in the warm-up');
    refuse(failure);
    await Promise.all(targets.map((target) => waitForCompilers(engine, target)));
  };
  await withoutLimit(engine.targets, targets, async () => {
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

interface Following {
  /** not started yet */
  load: Pick<SlicedLoad, 'slices' | 'startMs' | 'isOver' | 'start' | 'until' | 'isComplete' | 'perSecond' | 'stop'>;
  /** what a target has used so far; null where it does not answer */
  usage: (target: string) => Promise<Usage | null>;
  targets: Pick<EngineTargets, 'limit'>;
  /** of each target, from earlier slices, too */
  steadiness: Map<string, Steadiness>;
}

/** Each slice is judged in the first second of the next one, which follows at once. @param how its `steadiness` is kept up */
export async function followSlices(how: Following) {
  const { load, usage, steadiness } = how;
  const { slices } = load;
  // The first slice has begun before it is known when.
  const atStart = await usage(slices[0].target);
  await load.start();
  await load.until(Infinity, () => load.startMs !== null);
  /** judges the slice before, and says whether the warm-up is over */
  let isOver: () => Promise<boolean> = async () => false;
  for (const slice of slices) {
    const { target } = slice;
    const limited = steadiness.get(target)?.limited ?? false;
    await load.until(startOf(load, slice) - PREPARE_MS);
    const before = slice === slices[0] ? atStart : await usage(target);
    const ended = await underLimit(how.targets, target, limited, async () => {
      if (await isOver()) return null;
      await load.until(startOf(load, slice) + SLICE_SECONDS * 1000);
      return { after: await usage(target) };
    });
    if (ended === null) return;
    isOver = () => judged(how, slice, { before, ...ended });
  }
  await isOver();
}

/** @param slice that has ended @returns are these slices over? */
async function judged({ load, steadiness }: Following, slice: Slice, used: Used): Promise<boolean> {
  const endMs = startOf(load, slice) + SLICE_SECONDS * 1000;
  await load.until(endMs + RESULT_LIMIT_MS, () => load.isComplete(slice));
  if (load.isOver && !load.isComplete(slice)) return true;
  steadiness.get(slice.target)?.add(load.perSecond(slice), { ...used, seconds: SLICE_SECONDS });
  const isEnough = areEnoughWarm(new Set(load.slices.map(({ target }) => target)), steadiness);
  if (isEnough) load.stop();
  return isEnough;
}

/** @returns all, or so many that the others go on without them: half of more than two. With others there are pauses for the compilers */
function areEnoughWarm(targets: Set<string>, steadiness: Map<string, Steadiness>): boolean {
  const cold = [...targets].filter((target) => !steadiness.get(target)?.isSteady).length;
  return cold === 0 || (targets.size > 2 && cold <= targets.size / 2);
}

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
