/** A sequence of blocks: one k6 process loads several targets in turn, a slice of time each. No k6 imports: the runner plans with the same code. */
import { InputError, wholeNumber } from './input.js';
import { MAX_VUS, staircase } from './profiles.js';

/**
 * @typedef {object} Slice
 * @property {number} slice place in the sequence, from 1
 * @property {number} block place of its block in the sequence, from 1
 * @property {string} target
 * @property {number} startSecond after the start of the first slice
 *
 * @typedef {{ blocks: string[][], slices: Slice[], vus: number, sliceSeconds: number, gapSeconds: number }} Sequence `blocks`: the targets of each, in order
 */

/** Pause between two slices, in which the last answers arrive. Without one, two slices overlap while they do, and k6 needs twice as many VUs. */
export const GAP_SECONDS = 1;

const DEFAULT_SLICE_SECONDS = 5;
const MIN_SLICE_SECONDS = 2;
const MAX_SLICE_SECONDS = 3600;
const MAX_GAP_SECONDS = 60;

/** The variables of the other loads, and of their target. */
const REPLACED = ['TARGET', 'VUS_START', 'VUS_STEP', 'STAGES', 'STAGE_SECONDS', 'RATE', 'RATE_SECONDS', 'RATE_VUS'];

/**
 * @param {import('./input.js').Env} env
 * @param {string[]} targets known ones
 * @returns {Sequence | null} that of BLOCKS, BLOCK_VUS, SLICE_SECONDS and GAP_SECONDS; null without BLOCKS
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function sequenceOf(env, targets) {
  if (env.BLOCKS === undefined) return null;
  const replaced = REPLACED.find((name) => env[name] !== undefined);
  if (replaced) throw new InputError(`${replaced}=${env[replaced]}: not accepted together with BLOCKS, which replaces it`);
  const blocks = parseBlocks(env.BLOCKS, targets);
  const sliceSeconds = wholeNumber(env, 'SLICE_SECONDS', DEFAULT_SLICE_SECONDS, MIN_SLICE_SECONDS, MAX_SLICE_SECONDS);
  const gapSeconds = wholeNumber(env, 'GAP_SECONDS', GAP_SECONDS, 0, MAX_GAP_SECONDS);
  const lastLevel = staircase(env).stages.slice(-1)[0].vus;
  const vus = wholeNumber(env, 'BLOCK_VUS', lastLevel, 1, MAX_VUS);
  return { blocks, slices: slicesOf(blocks, sliceSeconds, gapSeconds), vus, sliceSeconds, gapSeconds };
}

/**
 * @param {string[][]} blocks the targets of each block, in the order of their slices
 * @param {number} sliceSeconds
 * @param {number} [gapSeconds]
 * @returns {Slice[]} in the order of time
 */
export function slicesOf(blocks, sliceSeconds, gapSeconds = GAP_SECONDS) {
  return blocks
    .flatMap((targets, index) => targets.map((target) => ({ block: index + 1, target })))
    .map(({ block, target }, index) => ({ slice: index + 1, block, target, startSecond: index * (sliceSeconds + gapSeconds) }));
}

/**
 * @param {number} gapSeconds
 * @returns {string} how long requests in flight may take after a slice: they end before the next slice begins, so that it can have the same VUs. Without a
 *   gap two slices overlap
 */
export function sliceGracefulStop(gapSeconds) {
  return `${Math.max(GAP_SECONDS, gapSeconds) * 1000 - 100}ms`;
}

/**
 * @param {string[][]} blocks
 * @returns {string} value of BLOCKS
 */
export function blocksText(blocks) {
  return blocks.map((targets) => targets.join(',')).join(';');
}

/**
 * @param {string} text value of BLOCKS
 * @param {string[]} known names of targets
 * @returns {string[][]}
 * @throws {InputError} one line
 */
export function parseBlocks(text, known) {
  const blocks = text.split(';').map((block) => block.split(','));
  for (const targets of blocks) {
    const unknown = targets.find((target) => !known.includes(target));
    if (unknown !== undefined) {
      throw new InputError(
        `BLOCKS=${text}: '${unknown}' is unknown; accepted are targets, separated by ',' in a block, blocks separated by ';': ${known.join(', ')}`,
      );
    }
    const repeated = targets.find((target, index) => targets.indexOf(target) !== index);
    if (repeated) throw new InputError(`BLOCKS=${text}: '${repeated}' occurs twice in a block; accepted is one slice per target and block`);
  }
  return blocks;
}
