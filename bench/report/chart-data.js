import { groupsOf } from './tables.js';

/**
 * What the charts of the page are drawn from.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').SecondFigures} SecondFigures
 * @typedef {import('../analyse/types.js').Range} Range
 * @typedef {{name: string, label: string, colour: string, symbol: string, line: string | number[]}} Target
 * @typedef {{name: string, successes: (number | null)[], threads: (number | null)[]}} Course one second after the other; a round or their mean
 * @typedef {{successes: number | null, successesRange: Range | null, p50: number | null, p95: number | null, p99: number | null}} StagePoint
 * @typedef {{target: Target, courses: Course[], stages: StagePoint[]}} TargetData
 * @typedef {{name: string, rounds: number, stages: {vus: number, from: number, to: number}[], targets: TargetData[]}} ScenarioData
 *   stages by seconds from the start
 */

/** @param {Figures} figures @returns {ScenarioData[]} */
export function chartData(figures) {
  const { run } = figures;
  let from = 0;
  const stages = run.stages.map(({ vus, durationMs }) => {
    const stage = { vus, from, to: from + durationMs / 1000 };
    from = stage.to;
    return stage;
  });
  return run.scenarios.map((name) => ({
    name,
    rounds: run.rounds,
    stages,
    targets: groupsOf(figures, name).map((group) => {
      const { label, colour, symbol, line } = run.catalogue.targets[group.target];
      const rounds = group.good.map((cell) => course(`round ${cell.planned.round}`, cell.seconds));
      return {
        target: { name: group.target, label, colour, symbol, line },
        courses: [course('mean', group.seconds), ...rounds],
        stages: group.stages.map(({ successesPerRound, successesRange, latency }) => ({
          successes: successesPerRound,
          successesRange,
          ...{ p50: latency.p50, p95: latency.p95, p99: latency.p99 },
        })),
      };
    }),
  }));
}

/** @param {string} name @param {SecondFigures[]} seconds @returns {Course} */
function course(name, seconds) {
  return { name, successes: seconds.map(({ successes }) => successes), threads: seconds.map(({ threads }) => threads) };
}
