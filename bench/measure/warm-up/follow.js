/** Follows a warm-up in slices by the clock, until all of its targets are steady. */
import { kindsOfBursts } from './load.js';
import { Steadiness } from './steadiness.js';

/** What a slice needs is done so long before it: last answers of the slice before have arrived by then, as a rule. */
const PREPARE_MS = 400;
/** A slice's last second is known some 300 ms after its end, later on a busy machine. */
const RESULT_LIMIT_MS = 800;

/**
 * @typedef {import('../../../k6/lib/blocks.js').Slice} Slice
 * @typedef {Pick<import('./sliced-load.js').SlicedLoad, 'startMs' | 'isOver' | 'start' | 'until' | 'isComplete' | 'perSecond' | 'stop'>} Load
 *
 * @typedef {object} Following
 * @property {Slice[]} slices
 * @property {number} sliceSeconds
 * @property {Load} load not started yet
 * @property {(target: string) => Promise<number | null>} compiledMs time that a target's compilers have taken so far; null where it is unknown
 * @property {Pick<import('../../engines/engine.js').Engine, 'applyLimit' | 'liftLimit'>} engine
 * @property {boolean} limitInTurn every other slice of a target is under its CPU limit; its compilers then have the other slices without it
 * @property {number} minSeconds of load on each target
 * @property {number} steadyBursts so many slices of each target in a row must be steady
 */

/**
 * Each slice is judged in the first second of the next one, which follows at once.
 * @param {Following} how
 * @returns {Promise<Map<string, Steadiness>>} by target
 */
export async function followSlices(how) {
  const { slices, load, compiledMs, limitInTurn, steadyBursts } = how;
  const kinds = kindsOfBursts([0], limitInTurn);
  const targets = new Map(slices.map(({ target }) => [target, new Steadiness({ kinds: kinds.length, steadyBursts })]));
  // The first slice has begun before it is known when.
  const atStart = await compiledMs(slices[0].target);
  await load.start();
  await load.until(Infinity, () => load.startMs !== null);
  /** @type {() => Promise<boolean>} judges the slice before, and says whether the warm-up is over */
  let isOver = async () => false;
  for (const slice of slices) {
    const steadiness = /** @type {Steadiness} */ (targets.get(slice.target));
    const { limited } = kinds[steadiness.nextKind];
    await load.until(startOf(load, slice) - PREPARE_MS);
    const beforeMs = slice === slices[0] ? atStart : await compiledMs(slice.target);
    if (limited) await how.engine.applyLimit(slice.target);
    const afterMs = (await isOver()) ? null : await endOf(how, slice);
    if (limited) await how.engine.liftLimit(slice.target);
    if (afterMs === null) return targets;
    isOver = () => judged(how, targets, slice, { beforeMs, afterMs: afterMs.compiledMs });
  }
  await isOver();
  return targets;
}

/** @param {Load} load that has begun @param {Slice} slice @returns {number} epoch milliseconds */
function startOf({ startMs }, { startSecond }) {
  return (startMs ?? 0) + startSecond * 1000;
}

/** @param {Following} how @param {Slice} slice @returns {Promise<{ compiledMs: number | null }>} at its end */
async function endOf({ load, sliceSeconds, compiledMs }, slice) {
  await load.until(startOf(load, slice) + sliceSeconds * 1000);
  return { compiledMs: await compiledMs(slice.target) };
}

/**
 * @param {Following} how
 * @param {Map<string, Steadiness>} targets
 * @param {Slice} slice that has ended
 * @param {{ beforeMs: number | null, afterMs: number | null }} compiled
 * @returns {Promise<boolean>} is the warm-up over?
 */
async function judged({ load, sliceSeconds, minSeconds }, targets, slice, compiled) {
  const endMs = startOf(load, slice) + sliceSeconds * 1000;
  await load.until(endMs + RESULT_LIMIT_MS, () => load.isComplete(slice));
  if (load.isOver && !load.isComplete(slice)) return true;
  targets.get(slice.target)?.add(load.perSecond(slice), { ...compiled, seconds: sliceSeconds });
  const isEnough = [...targets.values()].every(({ isSteady, bursts }) => isSteady && bursts * sliceSeconds >= minSeconds);
  if (isEnough) load.stop();
  return isEnough;
}
