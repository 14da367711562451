import { noiseFloors } from '../../analyse/comparison/noise-floor.js';
import { groupsOf } from '../tables/figures.js';
import { isDecided } from '../words/verdicts.js';

/**
 * What the charts of the page are drawn from.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').SecondFigures} SecondFigures
 * @typedef {import('../../analyse/types.js').Range} Range
 * @typedef {{name: string, label: string, colour: string, symbol: string, line: string | number[]}} Target
 * @typedef {{name: string, successes: (number | null)[], threads: (number | null)[]}} Course one second after the other; a round or their mean
 * @typedef {{successes: number | null, successesRange: Range | null, p50: number | null, p95: number | null, p99: number | null}} StagePoint
 * @typedef {{target: Target, courses: Course[], stages: StagePoint[]}} TargetData
 * @typedef {{target: Target, stage: number, metric: 'throughput' | 'cpu', ratio: number, low: number, high: number, interval: boolean, decided: boolean}} Ratio
 *   to the baseline; from low to high goes the interval, or with fewer than 5 rounds the range of the rounds
 * @typedef {{target: Target, round: number, steady: boolean, perSecond: number[]}} WarmUp
 * @typedef {{throughput: number | null, cpu: number | null}} Floors two names of one target differ by up to this ratio in as many rounds
 * @typedef {{name: string, rounds: number[], stages: {vus: number, from: number, to: number}[], targets: TargetData[], ratios: Ratio[], floors: Floors, warmUps: WarmUp[]}} ScenarioData
 *   stages by seconds from the start
 */

/** @param {Figures} figures @returns {ScenarioData[]} */
export function chartData(figures) {
  return figures.run.scenarios.map((name) => scenarioData(figures, name));
}

/** @param {Figures} figures @param {string} name @returns {ScenarioData} */
export function scenarioData(figures, name) {
  const { run } = figures;
  const { throughput, cpu } = noiseFloors(figures, name);
  const groups = groupsOf(figures, name);
  return {
    name,
    rounds: [...new Set(groups.flatMap(({ good }) => good.map(({ planned: { round } }) => round)))].sort((a, b) => a - b),
    stages: stagesBySecond(run),
    targets: groups.map((group) => targetData(run, group)),
    ratios: ratios(figures, name),
    floors: { throughput, cpu },
    warmUps: groups.flatMap((group) => warmUps(run, group)),
  };
}

/** @param {Figures['run']} run */
function stagesBySecond({ stages }) {
  let from = 0;
  return stages.map(({ vus, durationMs }) => {
    const stage = { vus, from, to: from + durationMs / 1000 };
    from = stage.to;
    return stage;
  });
}

/** @param {Pick<Figures['run'], 'catalogue'>} run @param {string} name @param {boolean} [isVoid] @returns {Target} */
export function target({ catalogue }, name, isVoid = false) {
  const { label, colour, symbol, line } = catalogue.targets[name];
  return { name, label: isVoid ? `${label} (void)` : label, colour, symbol, line };
}

/** @param {Figures['run']} run @param {import('../../analyse/types.js').Group} group @returns {TargetData} */
function targetData(run, group) {
  const rounds = group.good.map((cell) => course(`round ${cell.planned.round}`, cell.seconds));
  return {
    target: target(run, group.target, group.isVoid),
    courses: [course('mean', group.seconds), ...rounds],
    stages: group.stages.map(({ successesPerRound, successesRange, latency }) => ({
      successes: successesPerRound,
      successesRange,
      ...{ p50: latency.p50, p95: latency.p95, p99: latency.p99 },
    })),
  };
}

/** A single round has a ratio, but nothing that says how far to trust it. @param {Figures} figures @param {string} name @returns {Ratio[]} */
function ratios({ run, comparisons }, name) {
  return comparisons
    .filter(({ scenario, rounds }) => scenario === name && rounds > 1)
    .map(({ stage, metric, ratio, low, high, roundRatios, kind, ...comparison }) => ({
      ...{ target: target(run, comparison.target), stage, metric, ratio },
      low: low ?? Math.min(...roundRatios),
      high: high ?? Math.max(...roundRatios),
      interval: low !== null,
      decided: isDecided({ kind }),
    }));
}

/** @param {Figures['run']} run @param {import('../../analyse/types.js').Group} group @returns {WarmUp[]} */
function warmUps(run, { target: name, good }) {
  return good.flatMap(({ planned, cell }) => {
    const { perSecond, steady = true } = cell?.warmup ?? {};
    return perSecond && perSecond.length > 1 ? [{ target: target(run, name), round: planned.round, steady, perSecond }] : [];
  });
}

/** @param {string} name @param {SecondFigures[]} seconds @returns {Course} */
function course(name, seconds) {
  return { name, successes: seconds.map(({ successes }) => successes), threads: seconds.map(({ threads }) => threads) };
}
