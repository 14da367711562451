import { asRounds } from '../blocks/group.js';
import { whyBlocksNotCompared } from '../blocks/comparability.js';
import { stageOfBlocks } from '../blocks/comparison.js';
import { bottleneckOfRounds } from '../bottleneck/rounds.js';
import { baseOf, hardlyUsedCpu, whyNotCompared } from '../comparison/comparability.js';
import { METRICS } from '../comparison/comparison.js';
import { noiseFloors } from '../comparison/noise-floor.js';
import { blockGroupOf, ofTarget } from './scopes.js';

/**
 * What stands beside the verdicts: the bottleneck of each target, what could not be compared, and what a difference had to exceed.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').BlockGroup} BlockGroup
 * @typedef {import('./types.js').Finding} Finding
 */

/** @type {import('./types.js').Family} */
export const BOTTLENECKS_AND_VERDICTS = {
  kinds: ['bottleneck', 'not-compared', 'little-cpu', 'noise-floor', 'noise-floor-unknown'],
  find: (figures) => [
    ...figures.groups.flatMap((group) => [...bottleneck(group, figures), ...notCompared(group, figures), ...littleCpu(group, figures)]),
    ...figures.run.scenarios.flatMap((scenario) => floor(scenario, figures)),
  ],
};

/** Void cells and slices name no cause. @param {Group} group @param {Figures} figures @returns {Finding[]} */
function bottleneck(group, figures) {
  const blocks = blockGroupOf(figures, group);
  const unit = blocks ? 'slices' : 'rounds';
  const majority = (blocks ?? group).isVoid ? null : majorityOf(group, blocks, figures);
  return majority ? [{ ...ofTarget(group), kind: 'bottleneck', ...majority, unit }] : [];
}

/** @param {Group} group @param {BlockGroup | undefined} blocks @param {Figures} figures */
function majorityOf(group, blocks, { run }) {
  return blocks ? bottleneckOfRounds(asRounds(blocks.good), 0, 'slices') : bottleneckOfRounds(group.good, run.stages.length - 1);
}

/** @param {Group} group @param {Figures} figures @returns {Finding[]} */
function notCompared(group, figures) {
  const { run, groups, baseline, comparisons } = figures;
  const { scenario, target } = group;
  if (target === baseline) return [];
  const blocks = blockGroupOf(figures, group);
  if (blocks) return blocksNotCompared(blocks, figures);
  if (group.isVoid) return [];
  const base = baseOf(groups, group, baseline);
  const compared = new Set(
    comparisons.flatMap((each) => (each.scenario === scenario && each.target === target ? `${each.stage} ${each.metric}` : [])),
  );
  return run.stages.flatMap((_, stage) =>
    METRICS.filter((metric) => !compared.has(`${stage} ${metric}`)).map((metric) => {
      const why = (base && whyNotCompared(group, base, stage)) ?? /** @type {const} */ ({ kind: 'not recorded' });
      return { ...ofTarget(group), kind: /** @type {const} */ ('not-compared'), stage, metric, why };
    }),
  );
}

/** @param {BlockGroup} blocks @param {Figures} figures @returns {Finding[]} */
function blocksNotCompared(blocks, figures) {
  const { scenario, target } = blocks;
  const base = blockGroupOf(figures, { scenario, target: figures.baseline });
  if (!base) return [];
  const isCompared = (/** @type {import('../statistics/verdict.js').Metric} */ metric) =>
    figures.comparisons.some((each) => each.scenario === scenario && each.target === target && each.metric === metric);
  const stage = stageOfBlocks(figures.run);
  return METRICS.filter((metric) => !isCompared(metric)).map((metric) => {
    const why = whyBlocksNotCompared(blocks, base, metric) ?? /** @type {const} */ ({ kind: 'not recorded' });
    return { ...ofTarget(blocks), kind: /** @type {const} */ ('not-compared'), stage, metric, why };
  });
}

/** @param {Group} group @param {Figures} figures @returns {Finding[]} */
function littleCpu(group, figures) {
  const stage = blockGroupOf(figures, group)?.stage ?? group.stages[figures.run.stages.length - 1];
  return stage.cpuCores !== null && hardlyUsedCpu(stage) ? [{ ...ofTarget(group), kind: 'little-cpu', cores: stage.cpuCores }] : [];
}

/** @param {string} scenario @param {Figures} figures @returns {Finding[]} none in a calibration */
function floor(scenario, figures) {
  if (figures.run.calibrates) return [];
  if (!figures.noise?.[scenario]) return [{ scope: 'scenario', scenario, kind: 'noise-floor-unknown' }];
  return [{ scope: 'scenario', scenario, kind: 'noise-floor', ...noiseFloors(figures, scenario) }];
}
