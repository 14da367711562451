import { groupsOf } from '../tables/figures.js';
import { targetOf } from './plot.js';

/**
 * Successful requests of each second of the staircase and, on the right axis, platform threads.
 * @param {import('../../analyse/types.js').Figures} figures
 * @param {string} scenario
 * @returns {import('./plot.js').Plot}
 */
export function throughputOverTime(figures, scenario) {
  const { run } = figures;
  const groups = groupsOf(figures, scenario);
  const stages = stagesBySecond(run);
  return {
    kind: 'throughputOverTime',
    place: scenario,
    title: 'Throughput and threads over time',
    how: 'thick lines: successful requests/s (left axis); thin steps: platform threads (right axis); at the top: VUs',
    style: 'lines',
    targets: groups.map(({ target, isVoid }) => targetOf(run, target, isVoid)),
    panels: [
      {
        x: { name: 'seconds since the start', max: stages[stages.length - 1].to },
        y: { unit: 'requests/s' },
        right: { unit: 'threads' },
        stages,
        series: groups.flatMap(({ target, cell }) => [
          { target, points: points(cell, 'successes') },
          { target, points: points(cell, 'threads'), isThin: true },
        ]),
      },
    ],
  };
}

/** @param {Pick<import('../../record/run.js').Run, 'stages'>} run */
function stagesBySecond({ stages }) {
  let to = 0;
  return stages.map(({ vus, durationMs }) => {
    const from = to;
    to += durationMs / 1000;
    return { name: `${vus} VUs`, from, to };
  });
}

/** A second's figure is at its middle. @param {import('../../analyse/types.js').CellFigures | null} cell @param {'successes' | 'threads'} figure */
function points(cell, figure) {
  return (cell?.seconds ?? []).map((values, second) => ({ x: second + 0.5, y: values[figure] }));
}
