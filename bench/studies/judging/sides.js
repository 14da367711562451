/**
 * What a claim about speed is judged by: the two targets of a comparison.
 *
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../../analyse/types.js').SliceFigures} SliceFigures
 * @typedef {import('../../analyse/bottleneck/bottleneck.js').Bottleneck} Bottleneck
 *
 * @typedef {object} Side
 * @property {string} target
 * @property {number | null} rps of the slices that are compared, so that figures and ratio agree
 * @property {Bottleneck | null} bottleneck
 * @property {boolean} isExplained was it the target itself that lacked something?
 * @property {boolean} lacksWarmUp may cold code be why its CPU did not suffice?
 */
import { bottleneckOfSlices } from '../../analyse/bottleneck/slices.js';
import { isCompiling } from '../../../k6/lib/compilers.js';
import { pooledRps } from '../../analyse/group/rounds.js';

/** What a target itself lacked. Anything else explains no difference between two stacks. */
const EXPLAINS = ['target CPU', 'request threads', 'connections accepted', 'event loop', 'connection pool', 'offload scheduler'];

/** @param {Group[]} groups two that are not discarded @returns {Side[]} */
export function sidesOf([one, other]) {
  return [sideOf(one, other), sideOf(other, one)];
}

/** Single slices may be disturbed: what counts is the bottleneck of most of them. @param {Group} group @param {Group} other @returns {Side} */
function sideOf({ target, good }, other) {
  const bottleneck = bottleneckOfSlices(good)?.bottleneck ?? null;
  const compared = good.filter(({ round, block }) => other.good.some((each) => each.round === round && each.block === block));
  return {
    target,
    rps: pooledRps((compared.length > 0 ? compared : good).map(({ stage }) => stage)),
    bottleneck,
    isExplained: explains(bottleneck),
    lacksWarmUp: good.some(isCold),
  };
}

/** @param {Bottleneck | null} bottleneck */
function explains(bottleneck) {
  return EXPLAINS.includes(bottleneck?.kind ?? 'unknown');
}

/** @param {SliceFigures} slice */
function isCold({ steady, stage, bottleneck }) {
  return (steady === false || isCompiling(stage.compilingShare)) && bottleneck?.kind === 'target CPU';
}
