/**
 * What a claim about speed is judged by: the two targets of a comparison, from cells or from slices.
 *
 * @typedef {import('../../analyse/types.js').CellFigures} CellFigures
 * @typedef {import('../../analyse/types.js').BlockGroup} BlockGroup
 * @typedef {import('../../analyse/types.js').StageFigures} StageFigures
 * @typedef {import('../../analyse/bottleneck/bottleneck.js').Bottleneck} Bottleneck
 *
 * @typedef {object} Side
 * @property {string} target
 * @property {number | null} rps of the cell, or of the slices that are compared, so that figures and ratio agree
 * @property {Bottleneck | null} bottleneck
 * @property {boolean} isExplained was it the target itself that lacked something?
 * @property {boolean} lacksWarmUp may cold code be why its CPU did not suffice?
 *
 * @typedef {{ sides: [Side, Side], isOfBlocks: boolean, whyNotCompared: import('../../analyse/comparison/comparability.js').NotCompared | null }} Pair
 */
import { pairedSlices, whyBlocksNotCompared } from '../../analyse/blocks/comparability.js';
import { bottleneckOfSlices } from '../../analyse/bottleneck/slices.js';
import { isCompiling } from '../../../k6/lib/compilers.js';
import { silence } from '../../analyse/comparison/comparability.js';
import { pooledRps } from '../../analyse/comparison/rounds.js';

/** What a target itself lacked. Anything else explains no difference between two stacks. */
const EXPLAINS = ['target CPU', 'request threads', 'connections accepted', 'event loop', 'connection pool', 'offload scheduler'];

/** @param {CellFigures[]} cells two valid ones @param {{ stages: readonly unknown[] }} run @returns {Pair} at the last stage */
export function cellsPair(cells, { stages }) {
  const last = stages.length - 1;
  const side = (/** @type {CellFigures} */ { planned, stages: own, steady, bottlenecks }) => ({
    target: planned.target,
    rps: own[last].rps,
    bottleneck: bottlenecks[last],
    isExplained: explains(bottlenecks[last]),
    lacksWarmUp: isCold(steady, own[last], bottlenecks[last]),
  });
  return { sides: [side(cells[0]), side(cells[1])], isOfBlocks: false, whyNotCompared: silence(cells, last) };
}

/** Single slices may be disturbed: what counts is the bottleneck of most of them. @param {BlockGroup[]} groups two @returns {Pair} */
export function blocksPair([one, other]) {
  const pairs = pairedSlices(one, other, 'throughput');
  const compared = (/** @type {BlockGroup} */ group, /** @type {0 | 1} */ index) =>
    pairs.length > 0 ? pairs.map((pair) => pair[index]) : group.good;
  const side = (/** @type {BlockGroup} */ group, /** @type {0 | 1} */ index) => {
    const bottleneck = bottleneckOfSlices(group.good)?.bottleneck ?? null;
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
