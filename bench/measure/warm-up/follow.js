/** Follows a warm-up in slices by the clock, until all of its targets are steady. */
import { Steadiness } from './steadiness.js';

/** What a slice needs is done so long before it: last answers of the slice before have arrived by then, as a rule. */
const PREPARE_MS = 400;
/** A slice's last second is known some 300 ms after its end, later on a busy machine. */
const RESULT_LIMIT_MS = 800;

/**
 * @typedef {import('../../../k6/lib/blocks.js').Slice} Slice
 * @typedef {import('./usage.js').Usage} Usage
 * @typedef {Pick<import('./sliced-load.js').SlicedLoad, 'startMs' | 'isOver' | 'start' | 'until' | 'isComplete' | 'perSecond' | 'stop'>} Load
 *
 * @typedef {object} Following
 * @property {Slice[]} slices
 * @property {number} sliceSeconds
 * @property {Load} load not started yet
 * @property {(target: string) => Promise<Usage | null>} usage what a target has used so far; null where it does not answer
 * @property {Pick<import('../../engines/engine.js').Engine, 'applyLimit' | 'liftLimit'>} engine
 * @property {boolean} limitInTurn a slice after a quiet one is under the CPU limit; its compilers then have the other targets' slices without it
 * @property {number} steadyBursts so many slices of each target in a row must be quiet
 */

/**
 * Each slice is judged in the first second of the next one, which follows at once.
 * @param {Following} how
 * @returns {Promise<Map<string, Steadiness>>} by target
 */
export async function followSlices(how) {
  const { slices, load, usage, limitInTurn, steadyBursts } = how;
  const targets = new Map(slices.map(({ target }) => [target, new Steadiness({ limitInTurn, steadyBursts })]));
  // The first slice has begun before it is known when.
  const atStart = await usage(slices[0].target);
  await load.start();
  await load.until(Infinity, () => load.startMs !== null);
  /** @type {() => Promise<boolean>} judges the slice before, and says whether the warm-up is over */
  let isOver = async () => false;
  for (const slice of slices) {
    const steadiness = /** @type {Steadiness} */ (targets.get(slice.target));
    const { limited } = steadiness;
    await load.until(startOf(load, slice) - PREPARE_MS);
    const before = slice === slices[0] ? atStart : await usage(slice.target);
    if (limited) await how.engine.applyLimit(slice.target);
    const after = (await isOver()) ? null : await endOf(how, slice);
    if (limited) await how.engine.liftLimit(slice.target);
    if (after === null) return targets;
    isOver = () => judged(how, targets, slice, { before, after: after.usage });
  }
  await isOver();
  return targets;
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
 * @param {Map<string, Steadiness>} targets
 * @param {Slice} slice that has ended
 * @param {import('./steadiness.js').Used} used
 * @returns {Promise<boolean>} is the warm-up over?
 */
async function judged({ load, sliceSeconds }, targets, slice, used) {
  const endMs = startOf(load, slice) + sliceSeconds * 1000;
  await load.until(endMs + RESULT_LIMIT_MS, () => load.isComplete(slice));
  if (load.isOver && !load.isComplete(slice)) return true;
  targets.get(slice.target)?.add(load.perSecond(slice), { ...used, seconds: sliceSeconds });
  const isEnough = [...targets.values()].every(({ isSteady }) => isSteady);
  if (isEnough) load.stop();
  return isEnough;
}
