import { groupsOf } from '../tables/figures.js';
import { durationAxis, targetOf } from './plot.js';

const PERCENTILES = /** @type {const} */ (['p50', 'p95', 'p99']);

/**
 * @param {import('../../analyse/types.js').Figures} figures
 * @param {string} scenario
 * @returns {import('./plot.js').Plot}
 */
export function latencyPerStage(figures, scenario) {
  const { run } = figures;
  const groups = groupsOf(figures, scenario);
  return {
    kind: 'latencyPerStage',
    place: scenario,
    title: 'Latency per stage',
    how: 'successful requests on the plateau; closed loop; each panel has a scale of its own',
    style: 'lines',
    targets: groups.map(({ target, isVoid }) => targetOf(run, target, isVoid)),
    panels: PERCENTILES.map((percentile) => {
      const series = groups.map(({ target, stages }) => ({
        target,
        points: stages.map(({ latency }, stage) => ({ x: stage, y: latency[percentile] })),
      }));
      return {
        x: { name: 'VUs of the stage', labels: run.stages.map(({ vus }) => String(vus)) },
        y: durationAxis(
          percentile,
          series.flatMap(({ points }) => points.map(({ y }) => y)),
        ),
        series,
      };
    }),
  };
}
