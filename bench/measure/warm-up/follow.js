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
 * @param {Following} how
 * @returns {Promise<Map<string, Steadiness>>} by target
 */
export async function followSlices(how) {
  const { slices, sliceSeconds, load, compiledMs, engine, limitInTurn, minSeconds, steadyBursts } = how;
  const kinds = kindsOfBursts([0], limitInTurn);
  const targets = new Map(slices.map(({ target }) => [target, new Steadiness({ kinds: kinds.length, steadyBursts })]));
  const isEnough = () => [...targets.values()].every(({ isSteady, bursts }) => isSteady && bursts * sliceSeconds >= minSeconds);
  // The first slice has begun before it is known when.
  const atStart = await compiledMs(slices[0].target);
  load.start();
  await load.until(Infinity, () => load.startMs !== null);
  for (const slice of slices) {
    const { target, startSecond } = slice;
    const steadiness = /** @type {Steadiness} */ (targets.get(target));
    const startMs = (load.startMs ?? 0) + startSecond * 1000;
    const endMs = startMs + sliceSeconds * 1000;
    const { limited } = kinds[steadiness.nextKind];
    await load.until(startMs - PREPARE_MS);
    if (load.isOver && !load.isComplete(slice)) break;
    const beforeMs = slice === slices[0] ? atStart : await compiledMs(target);
    if (limited) await engine.applyLimit(target);
    await load.until(endMs);
    const compiled = compiledMs(target);
    if (limited) await engine.liftLimit(target);
    const afterMs = await compiled;
    await load.until(endMs + RESULT_LIMIT_MS, () => load.isComplete(slice));
    if (load.isOver && !load.isComplete(slice)) break;
    steadiness.add(load.perSecond(slice), { beforeMs, afterMs, seconds: sliceSeconds });
    if (isEnough()) load.stop();
    if (isEnough()) break;
  }
  return targets;
}
