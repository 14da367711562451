/** Follows a warm-up in slices by the clock, until its targets are warm. */

/** What a slice needs is done so long before it: last answers of the slice before have arrived by then, as a rule. */
const PREPARE_MS = 400;
/** A slice's last second is known some 300 ms after its end, later on a busy machine. */
const RESULT_LIMIT_MS = 800;

/**
 * @typedef {import('../../../k6/lib/blocks.js').Slice} Slice
 * @typedef {import('./steadiness.js').Steadiness} Steadiness
 * @typedef {import('./usage.js').Usage} Usage
 * @typedef {Pick<import('./sliced-load.js').SlicedLoad, 'startMs' | 'isOver' | 'start' | 'until' | 'isComplete' | 'perSecond' | 'stop'>} Load
 *
 * @typedef {object} Following
 * @property {Slice[]} slices
 * @property {number} sliceSeconds
 * @property {Load} load not started yet
 * @property {(target: string) => Promise<Usage | null>} usage what a target has used so far; null where it does not answer
 * @property {Pick<import('../../engines/engine.js').Engine, 'applyLimit' | 'liftLimit'>} engine
 * @property {Map<string, Steadiness>} steadiness of each target, from earlier slices, too
 */

/** Each slice is judged in the first second of the next one, which follows at once. @param {Following} how its `steadiness` is kept up */
export async function followSlices(how) {
  const { slices, load, usage, steadiness } = how;
  // The first slice has begun before it is known when.
  const atStart = await usage(slices[0].target);
  await load.start();
  await load.until(Infinity, () => load.startMs !== null);
  /** @type {() => Promise<boolean>} judges the slice before, and says whether the warm-up is over */
  let isOver = async () => false;
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

/** @param {Load} load that has begun @param {Slice} slice @returns {number} epoch milliseconds */
function startOf({ startMs }, { startSecond }) {
  return (startMs ?? 0) + startSecond * 1000;
}

/** @param {Following} how @param {Slice} slice @returns {Promise<{ usage: Usage | null }>} at its end */
async function endOf({ load, sliceSeconds, usage }, slice) {
  await load.until(startOf(load, slice) + sliceSeconds * 1000);
  return { usage: await usage(slice.target) };
}

/**
 * @param {Following} how
 * @param {Slice} slice that has ended
 * @param {import('./steadiness.js').Used} used
 * @returns {Promise<boolean>} are these slices over?
 */
async function judged({ load, slices, sliceSeconds, steadiness }, slice, used) {
  const endMs = startOf(load, slice) + sliceSeconds * 1000;
  await load.until(endMs + RESULT_LIMIT_MS, () => load.isComplete(slice));
  if (load.isOver && !load.isComplete(slice)) return true;
  steadiness.get(slice.target)?.add(load.perSecond(slice), { ...used, seconds: sliceSeconds });
  const isEnough = areEnoughWarm([...new Set(slices.map(({ target }) => target))], steadiness);
  if (isEnough) load.stop();
  return isEnough;
}

/**
 * @param {string[]} targets that get slices
 * @param {Map<string, Steadiness>} steadiness
 * @returns {boolean} all of them, or so many that the others go on without them: half of more than two. With others there are pauses for the compilers
 */
function areEnoughWarm(targets, steadiness) {
  const cold = targets.filter((target) => !steadiness.get(target)?.isSteady).length;
  return cold === 0 || (targets.length > 2 && cold <= targets.length / 2);
}
