/** A sequence of blocks: one k6 process loads several targets in turn, a slice of time each. No k6 imports: the runner plans with the same code. */
import { InputError, wholeNumber } from './input.js';
import { MAX_VUS, staircase } from './profiles.js';

/**
 * @typedef {{ vus: number, targets: string[] }} Block `vus`: users of each slice; `targets`: in the order of their slices
 *
 * @typedef {object} Slice
 * @property {number} slice place in the sequence, from 1
 * @property {number} block place of its block in the sequence, from 1
 * @property {string} target
 * @property {number} vus
 * @property {number} startSecond after the start of the first slice
 *
 * @typedef {{ blocks: Block[], slices: Slice[], sliceSeconds: number, gapSeconds: number }} Sequence
 */

/** Pause between two slices, in which the last answers arrive. Without one, two slices overlap while they do, and k6 needs twice as many VUs. */
export const GAP_SECONDS = 1;

const DEFAULT_SLICE_SECONDS = 5;
const MIN_SLICE_SECONDS = 2;
export const MAX_SLICE_SECONDS = 3600;
/** As long as k6 waits where requests pile up (BACKLOG_SECONDS). */
const MAX_GAP_SECONDS = 120;

/** The variables of the other loads, and of their target. */
const REPLACED = ['TARGET', 'VUS_START', 'VUS_STEP', 'STAGES', 'STAGE_SECONDS', 'RATE', 'RATE_SECONDS', 'RATE_VUS'];

/**
 * @param {import('./input.js').Env} env
 * @param {string[]} targets known ones
 * @returns {Sequence | null} that of BLOCKS, BLOCK_VUS, SLICE_SECONDS and GAP_SECONDS, with ONLY the slices of that target; null without BLOCKS
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function sequenceOf(env, targets) {
  if (env.BLOCKS === undefined) return null;
  const replaced = REPLACED.find((name) => env[name] !== undefined);
  if (replaced) throw new InputError(`${replaced}=${env[replaced]}: not accepted together with BLOCKS, which replaces it`);
  const sliceSeconds = wholeNumber(env, 'SLICE_SECONDS', DEFAULT_SLICE_SECONDS, MIN_SLICE_SECONDS, MAX_SLICE_SECONDS);
  const gapSeconds = wholeNumber(env, 'GAP_SECONDS', GAP_SECONDS, 0, MAX_GAP_SECONDS);
  const lastLevel = staircase(env).stages.slice(-1)[0].vus;
  const vus = wholeNumber(env, 'BLOCK_VUS', lastLevel, 1, MAX_VUS);
  const blocks = parseBlocks(env.BLOCKS, targets, vus);
  const slices = slicesOf(blocks, sliceSeconds, gapSeconds).filter(({ target }) => env.ONLY === undefined || target === env.ONLY);
  return { blocks, slices, sliceSeconds, gapSeconds };
}

/** @param {readonly Block[]} blocks @param {number} sliceSeconds @param {number} [gapSeconds] @returns {Slice[]} in the order of time */
export function slicesOf(blocks, sliceSeconds, gapSeconds = GAP_SECONDS) {
  return blocks
    .flatMap(({ vus, targets }, index) => targets.map((target) => ({ block: index + 1, target, vus })))
    .map((slice, index) => ({ slice: index + 1, ...slice, startSecond: index * (sliceSeconds + gapSeconds) }));
}

/**
 * @param {number} gapSeconds
 * @returns {string} how long requests in flight may take after a slice: they end before the next slice begins, so that it can have the same VUs. Without a
 *   gap two slices overlap
 */
export function sliceGracefulStop(gapSeconds) {
  return `${Math.max(GAP_SECONDS, gapSeconds) * 1000 - 100}ms`;
}

/** @param {readonly Block[]} blocks @returns {string} value of BLOCKS */
export function blocksText(blocks) {
  return blocks.map(({ vus, targets }) => `${vus}:${targets.join(',')}`).join(';');
}

const BLOCK = /^(?:(\d+):)?(.*)$/s;

/**
 * @param {string} text value of BLOCKS
 * @param {string[]} known names of targets
 * @param {number} usualVus of a block that does not say how many
 * @returns {Block[]}
 * @throws {InputError} one line
 */
export function parseBlocks(text, known, usualVus) {
  const blocks = text.split(';').map((block) => {
    const [, users, targets] = /** @type {RegExpExecArray} */ (BLOCK.exec(block));
    return { vus: users === undefined ? usualVus : Number(users), targets: targets.split(',') };
  });
  for (const { vus, targets } of blocks) {
    if (vus < 1 || vus > MAX_VUS) throw new InputError(`BLOCKS=${text}: a block has ${vus} VUs; accepted are 1 to ${MAX_VUS}`);
    const unknown = targets.find((target) => !known.includes(target));
    if (unknown !== undefined) {
      throw new InputError(
        `BLOCKS=${text}: '${unknown}' is unknown; accepted are targets, separated by ',' in a block, blocks separated by ';', each with its users and ':' before it if they are not BLOCK_VUS: ${known.join(', ')}`,
      );
    }
    const repeated = targets.find((target, index) => targets.indexOf(target) !== index);
    if (repeated) throw new InputError(`BLOCKS=${text}: '${repeated}' occurs twice in a block; accepted is one slice per target and block`);
  }
  return blocks;
}
