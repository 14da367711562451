import { figuresAxis, frame, stageAxis, stroke } from './common.js';

/**
 * Successful requests per stage, one line per target; whiskers from the smallest to the largest round.
 * @param {import('./chart-data.js').ScenarioData} scenario
 * @param {import('./common.js').Look} look
 */
export function successesPerStage(scenario, look) {
  const targets = scenario.targets.map(({ target }) => target);
  return {
    ...frame(look, targets),
    xAxis: stageAxis(look, scenario),
    yAxis: figuresAxis(look, 'successful requests per stage'),
    series: [
      ...scenario.targets.map(({ target, stages }) => ({
        ...stroke(target),
        type: 'line',
        data: stages.map(({ successes }) => successes),
      })),
      ...(scenario.rounds.length > 1 ? scenario.targets.map(whiskers) : []),
    ],
  };
}

/** @param {import('./chart-data.js').TargetData} data */
function whiskers({ target, stages }) {
  return {
    name: target.label,
    id: `${target.name} rounds`,
    type: 'custom',
    silent: true,
    tooltip: { show: false },
    itemStyle: { color: target.colour },
    encode: { x: 0, y: [1, 2] },
    data: stages.flatMap(({ successesRange }, index) => (successesRange ? [[index, ...successesRange]] : [])),
    renderItem: (/** @type {unknown} */ _, /** @type {any} */ api) => {
      const [x, low] = api.coord([api.value(0), api.value(1)]);
      const [, high] = api.coord([api.value(0), api.value(2)]);
      const line = (/** @type {number[]} */ [x1, y1, x2, y2]) => ({
        type: 'line',
        shape: { x1, y1, x2, y2 },
        style: { stroke: target.colour, lineWidth: 1.5 },
      });
      return {
        type: 'group',
        children: [
          [x, low, x, high],
          [x - 5, low, x + 5, low],
          [x - 5, high, x + 5, high],
        ].map(line),
      };
    },
  };
}
