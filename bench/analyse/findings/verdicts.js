import { whyBlocksNotCompared } from '../blocks/comparability.js';
import { stageOfBlocks } from '../blocks/comparison.js';
import { bottleneckOfSlices } from '../bottleneck/slices.js';
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

/** @param {Figures} figures @returns {Finding[]} */
export function besideVerdicts(figures) {
  return [
    ...figures.groups.flatMap((group) => [...bottleneck(group, figures), ...notCompared(group, figures), ...littleCpu(group, figures)]),
    ...figures.run.scenarios.flatMap((scenario) => floor(scenario, figures)),
  ];
}

/** Void cells and slices name no cause. @param {Group} group @param {Figures} figures @returns {Finding[]} */
function bottleneck(group, figures) {
  const blocks = blockGroupOf(figures, group);
  if ((blocks ?? group).isVoid) return [];
  if (!blocks) {
    const own = group.cell?.bottlenecks.at(-1) ?? null;
    return own === null ? [] : [{ ...ofTarget(group), kind: 'bottleneck', bottleneck: own, seen: null }];
  }
  const majority = bottleneckOfSlices(blocks.good);
  if (majority === null) return [];
  const { slices, of } = majority;
  return [{ ...ofTarget(group), kind: 'bottleneck', bottleneck: majority.bottleneck, seen: { slices, of } }];
}

/** @param {Group} group @param {Figures} figures @returns {import('./types.js').FindingOf<'not-compared'>[]} */
export function notCompared(group, figures) {
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

/** @param {BlockGroup} blocks @param {Figures} figures @returns {import('./types.js').FindingOf<'not-compared'>[]} */
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
  const { cpuCores = null } = blockGroupOf(figures, group)?.stage ?? group.stages.at(-1) ?? {};
  return cpuCores !== null && hardlyUsedCpu({ cpuCores }) ? [{ ...ofTarget(group), kind: 'little-cpu', cores: cpuCores }] : [];
}

/** @param {string} scenario @param {Figures} figures @returns {Finding[]} none in a calibration */
function floor(scenario, figures) {
  if (figures.run.calibrates) return [];
  if (!figures.noise?.[scenario]) return [{ scope: 'scenario', scenario, kind: 'noise-floor-unknown' }];
  return [{ scope: 'scenario', scenario, kind: 'noise-floor', ...noiseFloors(figures, scenario) }];
}
