import { METRICS } from '../../analyse/comparison/comparison.js';
import { noiseFloors } from '../../analyse/comparison/noise-floor.js';
import { isOfBlocks, staircaseRatio } from '../level.js';
import { curveOf } from '../sweep/curve.js';
import { groupsOf } from '../tables/figures.js';
import { isShown } from '../words/verdicts.js';

/**
 * What the charts of the page are drawn from.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {{name: string, label: string, colour: string, symbol: string, line: string | number[]}} Target
 * @typedef {{successes: number | null, p50: number | null, p95: number | null, p99: number | null}} StagePoint
 * @typedef {{target: Target, successes: (number | null)[], threads: (number | null)[], stages: StagePoint[]}} TargetData of its staircase: `successes` and `threads`
 *   one second after the other
 * @typedef {{target: Target, stage: number, metric: 'throughput' | 'cpu', ratio: number, low: number, high: number, rounds: number, interval: boolean,
 *   decided: boolean}} Ratio to the baseline; from low to high goes the interval, or with too few rounds the range of the rounds. `stage`: index; that of
 *   the blocks follows those of the staircase
 * @typedef {{target: Target, round: number, steady: boolean, perSecond: number[]}} WarmUp
 * @typedef {{throughput: number | null, cpu: number | null}} Floors two names of one target differ by up to this ratio in as many rounds
 * @typedef {{name: string, stages: {vus: number, from: number, to: number}[], targets: TargetData[], ratios: Ratio[], floors: Floors, warmUps: WarmUp[],
 *   blockVus: number | null, curve?: import('./sweep-curve.js').Curve | null}} ScenarioData stages by seconds from the start; `blockVus`: users of its
 *   blocks, null without blocks; `curve` of a sweep
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
    stages: stagesBySecond(run),
    targets: groups.map((group) => targetData(run, group)),
    ratios: ratios(figures, name),
    floors: { throughput, cpu },
    warmUps: groups.flatMap((group) => warmUps(figures, group)),
    blockVus: isOfBlocks(figures, name) ? run.blockVus : null,
    ...(run.sweep && { curve: curveOf(figures, name) }),
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
  const { cell } = group;
  const seconds = cell?.seconds ?? [];
  return {
    target: target(run, group.target, group.isVoid),
    successes: seconds.map(({ successes }) => successes),
    threads: seconds.map(({ threads }) => threads),
    stages: (cell?.stages ?? []).map(({ successes, latency: { p50, p95, p99 } }) => ({ successes, p50, p95, p99 })),
  };
}

/** A staircase alone has ratios, but nothing that says how far to trust them. @param {Figures} figures @param {string} name @returns {Ratio[]} */
function ratios(figures, name) {
  return isOfBlocks(figures, name) ? [...onceRatios(figures, name), ...ratiosOfBlocks(figures, name)] : [];
}

/** @param {Figures} figures @param {string} name @returns {Ratio[]} */
function ratiosOfBlocks({ run, comparisons }, name) {
  return comparisons
    .filter(({ scenario }) => scenario === name)
    .map(({ metric, ratio, low, high, roundRatios, rounds, kind, ...comparison }) => ({
      ...{ target: target(run, comparison.target), stage: run.stages.length, metric, ratio, rounds },
      low: low ?? Math.min(...roundRatios),
      high: high ?? Math.max(...roundRatios),
      interval: low !== null,
      decided: isShown({ verdict: kind }),
    }));
}

/** Of the staircase beside blocks: it is measured once. @param {Figures} figures @param {string} name @returns {Ratio[]} */
function onceRatios(figures, name) {
  const { run, baseline } = figures;
  const others = groupsOf(figures, name).filter((group) => group.target !== baseline);
  return run.stages.flatMap((_, stage) =>
    others.flatMap((group) =>
      METRICS.flatMap((metric) => {
        const ratio = staircaseRatio(figures, { scenario: name, target: group.target, metric, stage });
        if (ratio === null) return [];
        const drawn = { target: target(run, group.target), stage, metric, ratio, low: ratio, high: ratio };
        return [{ ...drawn, rounds: 1, interval: false, decided: false }];
      }),
    ),
  );
}

/** @param {Figures} figures @param {import('../../analyse/types.js').Group} group @returns {WarmUp[]} before its staircase and before its blocks */
function warmUps({ run, sequences }, { scenario, target: name, cell }) {
  const ofStaircase = cell ? [{ round: cell.planned.round, warmup: cell.cell?.warmup }] : [];
  const ofSequences = sequences
    .filter(({ planned }) => planned.scenario === scenario)
    .map(({ planned, sequence }) => ({ round: planned.round, warmup: sequence?.warmups[name] }));
  return [...ofStaircase, ...ofSequences].flatMap(({ round, warmup }) => {
    const { perSecond, steady = true } = warmup ?? {};
    return perSecond && perSecond.length > 1 ? [{ target: target(run, name), round, steady, perSecond }] : [];
  });
}
