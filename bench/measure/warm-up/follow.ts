/** Follows a warm-up in slices by the clock, until its targets are warm. */
import type { Slice } from '../../../k6/lib/blocks.js';
import type { Engine } from '../../engines/engine.ts';
import type { SlicedLoad } from './sliced-load.ts';
import type { Usage } from './usage.ts';
import type { Steadiness, Used } from './steadiness.ts';

/** What a slice needs is done so long before it: last answers of the slice before have arrived by then, as a rule. */
const PREPARE_MS = 400;
/** A slice's last second is known some 300 ms after its end, later on a busy machine. */
const RESULT_LIMIT_MS = 800;

type Load = Pick<SlicedLoad, 'startMs' | 'isOver' | 'start' | 'until' | 'isComplete' | 'perSecond' | 'stop'>;

interface Following {
  slices: Slice[];
  sliceSeconds: number;
  /** not started yet */
  load: Load;
  /** what a target has used so far; null where it does not answer */
  usage: (target: string) => Promise<Usage | null>;
  engine: Pick<Engine, 'applyLimit' | 'liftLimit'>;
  /** of each target, from earlier slices, too */
  steadiness: Map<string, Steadiness>;
}

/** Each slice is judged in the first second of the next one, which follows at once. @param how its `steadiness` is kept up */
export async function followSlices(how: Following) {
  const { slices, load, usage, steadiness } = how;
  // The first slice has begun before it is known when.
  const atStart = await usage(slices[0].target);
  await load.start();
  await load.until(Infinity, () => load.startMs !== null);
  /** judges the slice before, and says whether the warm-up is over */
  let isOver: () => Promise<boolean> = async () => false;
  for (const slice of slices) {
    const limited = steadiness.get(slice.target)?.limited;
    await load.until(startOf(load, slice) - PREPARE_MS);
    const before = slice === slices[0] ? atStart : await usage(slice.target);
    if (limited) await how.engine.applyLimit(slice.target);
    const after = (await isOver()) ? null : await endOf(how, slice);
    if (limited) await how.engine.liftLimit(slice.target);
    if (after === null) return;
    isOver = () => judged(how, slice, { before, after: after.usage });
  }
  await isOver();
}

/** @param load that has begun @returns epoch milliseconds */
function startOf({ startMs }: Load, { startSecond }: Slice): number {
  return (startMs ?? 0) + startSecond * 1000;
}

/** @returns at its end */
async function endOf({ load, sliceSeconds, usage }: Following, slice: Slice): Promise<{ usage: Usage | null }> {
  await load.until(startOf(load, slice) + sliceSeconds * 1000);
  return { usage: await usage(slice.target) };
}

/** @param slice that has ended @returns are these slices over? */
async function judged({ load, slices, sliceSeconds, steadiness }: Following, slice: Slice, used: Used): Promise<boolean> {
  const endMs = startOf(load, slice) + sliceSeconds * 1000;
  await load.until(endMs + RESULT_LIMIT_MS, () => load.isComplete(slice));
  if (load.isOver && !load.isComplete(slice)) return true;
  steadiness.get(slice.target)?.add(load.perSecond(slice), { ...used, seconds: sliceSeconds });
  const isEnough = areEnoughWarm([...new Set(slices.map(({ target }) => target))], steadiness);
  if (isEnough) load.stop();
  return isEnough;
}

/**
 * @param targets that get slices
 * @returns all of them, or so many that the others go on without them: half of more than two. With others there are pauses for the compilers
 */
function areEnoughWarm(targets: string[], steadiness: Map<string, Steadiness>): boolean {
  const cold = targets.filter((target) => !steadiness.get(target)?.isSteady).length;
  return cold === 0 || (targets.length > 2 && cold <= targets.length / 2);
}
