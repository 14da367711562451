/** Follows a warm-up in slices by the clock, until its targets are warm. */
import { underLimit } from '../unlimited.ts';
import { startOf, type SlicedLoad } from './sliced-load.ts';
import type { Slice } from '../../../k6/lib/blocks.js';
import type { Engine } from '../../engines/engine.ts';
import type { Steadiness, Usage, Used } from './steadiness.ts';

/** What a slice needs is done so long before it: last answers of the slice before have arrived by then, as a rule. */
const PREPARE_MS = 400;
/** A slice's last second is known some 300 ms after its end, later on a busy machine. */
const RESULT_LIMIT_MS = 800;

interface Following {
  sliceSeconds: number;
  /** not started yet */
  load: Pick<SlicedLoad, 'slices' | 'startMs' | 'isOver' | 'start' | 'until' | 'isComplete' | 'perSecond' | 'stop'>;
  /** what a target has used so far; null where it does not answer */
  usage: (target: string) => Promise<Usage | null>;
  engine: Pick<Engine, 'applyLimit' | 'liftLimit'>;
  /** of each target, from earlier slices, too */
  steadiness: Map<string, Steadiness>;
}

/** Each slice is judged in the first second of the next one, which follows at once. @param how its `steadiness` is kept up */
export async function followSlices(how: Following) {
  const { load, usage, steadiness, sliceSeconds } = how;
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
    const ended = await underLimit(how.engine, target, limited, async () => {
      if (await isOver()) return null;
      await load.until(startOf(load, slice) + sliceSeconds * 1000);
      return { after: await usage(target) };
    });
    if (ended === null) return;
    isOver = () => judged(how, slice, { before, ...ended });
  }
  await isOver();
}

/** @param slice that has ended @returns are these slices over? */
async function judged({ load, sliceSeconds, steadiness }: Following, slice: Slice, used: Used): Promise<boolean> {
  const endMs = startOf(load, slice) + sliceSeconds * 1000;
  await load.until(endMs + RESULT_LIMIT_MS, () => load.isComplete(slice));
  if (load.isOver && !load.isComplete(slice)) return true;
  steadiness.get(slice.target)?.add(load.perSecond(slice), { ...used, seconds: sliceSeconds });
  const isEnough = areEnoughWarm(new Set(load.slices.map(({ target }) => target)), steadiness);
  if (isEnough) load.stop();
  return isEnough;
}

/**
 * @param targets that get slices
 * @returns all of them, or so many that the others go on without them: half of more than two. With others there are pauses for the compilers
 */
function areEnoughWarm(targets: Set<string>, steadiness: Map<string, Steadiness>): boolean {
  const cold = [...targets].filter((target) => !steadiness.get(target)?.isSteady).length;
  return cold === 0 || (targets.size > 2 && cold <= targets.size / 2);
}
