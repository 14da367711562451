/**
 * What a claim about speed is judged by: the two targets of a comparison, from cells or from slices.
 *
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../../analyse/types.js').BlockGroup} BlockGroup
 * @typedef {import('../../analyse/types.js').StageFigures} StageFigures
 * @typedef {import('../../analyse/bottleneck/bottleneck.js').Bottleneck} Bottleneck
 *
 * @typedef {object} Side
 * @property {string} target
 * @property {number | null} rps of the rounds or slices that are compared, so that figures and ratio agree
 * @property {Bottleneck | null} bottleneck
 * @property {boolean} isExplained was it the target itself that lacked something?
 * @property {boolean} lacksWarmUp may cold code be why its CPU did not suffice?
 *
 * @typedef {{ sides: [Side, Side], isOfBlocks: boolean, whyNotCompared: import('../../analyse/comparison/comparability.js').NotCompared | null }} Pair
 */
import { asRounds } from '../../analyse/blocks/group.js';
import { pairedSlices, whyBlocksNotCompared } from '../../analyse/blocks/comparability.js';
import { bottleneckOfRounds } from '../../analyse/bottleneck/rounds.js';
import { isCompiling } from '../../analyse/cell/steady.js';
import { pairedRounds, whyNotCompared } from '../../analyse/comparison/comparability.js';
import { pooledRps } from '../../analyse/comparison/rounds.js';

/** What a target itself lacked. Anything else explains no difference between two stacks. */
const EXPLAINS = ['target CPU', 'request threads', 'connections accepted', 'event loop', 'connection pool', 'offload scheduler'];

/** @param {Group[]} groups two @param {{ stages: readonly unknown[] }} run @returns {Pair} at the last stage */
export function cellsPair([one, other], { stages }) {
  const stage = stages.length - 1;
  const pairs = pairedRounds(one, other);
  const compared = (/** @type {Group} */ group, /** @type {0 | 1} */ index) =>
    pairs.length > 0 ? pairs.map((pair) => pair[index]) : group.good;
  const side = (/** @type {Group} */ group, /** @type {0 | 1} */ index) => ({
    target: group.target,
    rps: pooledRps(compared(group, index).map((cell) => cell.stages[stage])),
    bottleneck: group.good[0].bottlenecks[stage],
    isExplained: group.good.every(({ bottlenecks }) => explains(bottlenecks[stage])),
    lacksWarmUp: group.good.some(({ steady, stages: own, bottlenecks }) => isCold(steady, own[stage], bottlenecks[stage])),
  });
  return { sides: [side(one, 0), side(other, 1)], isOfBlocks: false, whyNotCompared: whyNotCompared(one, other, stage) };
}

/** Single slices may be disturbed: what counts is the bottleneck of most of them. @param {BlockGroup[]} groups two @returns {Pair} */
export function blocksPair([one, other]) {
  const pairs = pairedSlices(one, other, 'throughput');
  const compared = (/** @type {BlockGroup} */ group, /** @type {0 | 1} */ index) =>
    pairs.length > 0 ? pairs.map((pair) => pair[index]) : group.good;
  const side = (/** @type {BlockGroup} */ group, /** @type {0 | 1} */ index) => {
    const bottleneck = bottleneckOfRounds(asRounds(group.good), 0, 'slices')?.bottleneck ?? null;
    return {
      target: group.target,
      rps: pooledRps(compared(group, index).map(({ stage }) => stage)),
      bottleneck,
      isExplained: explains(bottleneck),
      lacksWarmUp: group.good.some((slice) => isCold(slice.steady, slice.stage, slice.bottleneck)),
    };
  };
  return { sides: [side(one, 0), side(other, 1)], isOfBlocks: true, whyNotCompared: whyBlocksNotCompared(one, other, 'throughput') };
}

/** @param {Bottleneck | null} bottleneck */
function explains(bottleneck) {
  return EXPLAINS.includes(bottleneck?.kind ?? 'unknown');
}

/** @param {boolean | null} steady @param {Pick<StageFigures, 'compilingShare'>} stage @param {Bottleneck | null} bottleneck */
function isCold(steady, { compilingShare }, bottleneck) {
  return (steady === false || isCompiling(compilingShare)) && bottleneck?.kind === 'target CPU';
}
