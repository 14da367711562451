import { bottleneckOfSlices } from '../../bottleneck/slices.js';
import { blockGroupOf, ofTarget } from '../scopes.js';

/**
 * A target that has used up its CPU is the faster, the less CPU a request takes. Where blocks say otherwise, one of the two figures is wrong.
 *
 * @typedef {import('../../types.js').FiguresToJudge} Figures
 * @typedef {import('../../types.js').Comparison} Comparison
 * @typedef {import('../types.js').Finding} Finding
 * @typedef {import('../types.js').RatioWithInterval} RatioWithInterval
 */

/** @type {import('../types.js').Family} */
export const CONTRADICTIONS = {
  kinds: ['metrics-contradict'],
  find: (figures) =>
    figures.comparisons
      .filter(({ metric, blocks }) => metric === 'throughput' && blocks !== null)
      .flatMap((each) => contradiction(each, figures)),
};

/** @param {Comparison} comparison of throughput @param {Figures} figures @returns {Finding[]} */
function contradiction(comparison, figures) {
  const { scenario, target } = comparison;
  const ofCpu = figures.comparisons.find((each) => each.scenario === scenario && each.target === target && each.metric === 'cpu');
  const [throughput, cpu] = [withInterval(comparison), ofCpu ? withInterval(ofCpu) : null];
  if (!throughput || !cpu) return [];
  const areAbove = throughput.low > 1 && cpu.low > 1;
  const areBelow = throughput.high < 1 && cpu.high < 1;
  const slower = areAbove ? figures.baseline : target;
  if ((!areAbove && !areBelow) || !isOutOfCpu({ scenario, target: slower }, figures)) return [];
  return [{ ...ofTarget(comparison), kind: 'metrics-contradict', throughput, cpu }];
}

/** @param {{ scenario: string, target: string }} pair @param {Figures} figures */
function isOutOfCpu(pair, figures) {
  const slices = blockGroupOf(figures, pair)?.good ?? [];
  return bottleneckOfSlices(slices)?.bottleneck.kind === 'target CPU';
}

/** @param {Comparison} comparison @returns {RatioWithInterval | null} */
function withInterval({ ratio, low, high }) {
  return low === null || high === null ? null : { ratio, low, high };
}
