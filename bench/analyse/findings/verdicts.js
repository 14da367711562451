import { bottleneckOfRounds } from '../bottleneck/rounds.js';
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

/** @type {import('./types.js').Family} */
export const BOTTLENECKS_AND_VERDICTS = {
  kinds: ['bottleneck', 'not-compared', 'little-cpu', 'noise-floor', 'noise-floor-unknown'],
  find: (figures) => [
    ...figures.groups.flatMap((group) => [...bottleneck(group, figures), ...notCompared(group, figures), ...littleCpu(group, figures)]),
    ...figures.run.scenarios.flatMap((scenario) => floor(scenario, figures)),
  ],
};

/** Void cells name no cause. @param {Group} group @param {Figures} figures @returns {Finding[]} */
function bottleneck(group, { run }) {
  const majority = group.isVoid ? null : bottleneckOfRounds(group.good, run.stages.length - 1);
  return majority ? [{ ...ofTarget(group), kind: 'bottleneck', ...majority }] : [];
}

/** @param {Group} group @param {Figures} figures @returns {Finding[]} */
function notCompared(group, { run, groups, baseline, comparisons }) {
  const { scenario, target } = group;
  if (target === baseline || group.isVoid) return [];
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

/** @param {Group} group @param {Figures} figures @returns {Finding[]} */
function littleCpu(group, { run }) {
  const stage = group.stages[run.stages.length - 1];
  return stage.cpuCores !== null && hardlyUsedCpu(stage) ? [{ ...ofTarget(group), kind: 'little-cpu', cores: stage.cpuCores }] : [];
}

/** @param {string} scenario @param {Figures} figures @returns {Finding[]} none in a calibration */
function floor(scenario, figures) {
  if (figures.run.calibrates) return [];
  if (!figures.noise?.[scenario]) return [{ scope: 'scenario', scenario, kind: 'noise-floor-unknown' }];
  return [{ scope: 'scenario', scenario, kind: 'noise-floor', ...noiseFloors(figures, scenario) }];
}
