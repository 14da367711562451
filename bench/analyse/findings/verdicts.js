import { bottleneckOfSlices } from '../bottleneck/slices.js';
import { baseOf, hardlyUsedCpu, whyNotCompared } from '../comparison/comparability.js';
import { METRICS } from '../comparison/comparison.js';
import { noiseFloors } from '../comparison/noise-floor.js';
import { ofTarget } from './scopes.js';

/**
 * What stands beside the verdicts: the bottleneck of each target, what could not be compared, and what a difference had to exceed.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('./types.js').Finding} Finding
 */

/** @param {Figures} figures @returns {Finding[]} */
export function besideVerdicts(figures) {
  return [
    ...figures.groups.flatMap((group) => [...bottleneck(group), ...notCompared(group, figures), ...littleCpu(group)]),
    ...figures.run.scenarios.flatMap((scenario) => floor(scenario, figures)),
  ];
}

/** Discarded slices name no cause. @param {Group} group @returns {Finding[]} */
function bottleneck(group) {
  const majority = group.isDiscarded ? null : bottleneckOfSlices(group.good);
  if (majority === null) return [];
  const { slices, of } = majority;
  return [{ ...ofTarget(group), kind: 'bottleneck', bottleneck: majority.bottleneck, seen: { slices, of } }];
}

/** @param {Group} group @param {Figures} figures @returns {import('./types.js').FindingOf<'not-compared'>[]} */
export function notCompared(group, { groups, baseline, comparisons }) {
  const { scenario, target } = group;
  const base = target === baseline ? undefined : baseOf(groups, group, baseline);
  if (!base) return [];
  const isCompared = (/** @type {import('../statistics/verdict.js').Metric} */ metric) =>
    comparisons.some((each) => each.scenario === scenario && each.target === target && each.metric === metric);
  return METRICS.filter((metric) => !isCompared(metric)).map((metric) => {
    const why = whyNotCompared(group, base, metric) ?? /** @type {const} */ ({ kind: 'not recorded' });
    return { ...ofTarget(group), kind: /** @type {const} */ ('not-compared'), metric, why };
  });
}

/** @param {Group} group @returns {Finding[]} */
function littleCpu(group) {
  const { cpuCores } = group.stage;
  return cpuCores !== null && hardlyUsedCpu({ cpuCores }) ? [{ ...ofTarget(group), kind: 'little-cpu', cores: cpuCores }] : [];
}

/** @param {string} scenario @param {Figures} figures @returns {Finding[]} none in a calibration, and where it is not known */
function floor(scenario, figures) {
  if (figures.run.calibrates || !figures.noise?.[scenario]) return [];
  return [{ scope: 'scenario', scenario, kind: 'noise-floor', ...noiseFloors(figures, scenario) }];
}
