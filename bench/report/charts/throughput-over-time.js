import { NARROW, axis, figuresAxis, frame, legendHeight, secondsAxis, stroke, tooltip } from './common.js';

const SYMBOL_DISTANCE = 28;

/**
 * Successful requests per second of all targets (left axis) and their platform threads (right axis, thin steps), stages marked.
 * A click on a target's name in the legend hides both.
 * @param {import('./chart-data.js').ScenarioData} scenario
 * @param {import('./common.js').Look} look
 */
export function throughputOverTime(scenario, look) {
  const targets = scenario.targets.map(({ target }) => target);
  const end = scenario.stages[scenario.stages.length - 1].to;
  return {
    ...frame(look, targets),
    tooltip: { ...tooltip(look), axisPointer: { type: 'line' } },
    grid: { top: legendHeight(look.width, targets) + 50, left: 8, right: 8, bottom: 30, containLabel: true },
    xAxis: secondsAxis(look, 'seconds since the start', end),
    yAxis: [
      { ...figuresAxis(look, 'requests/s'), nameGap: 24 },
      {
        ...axis(look, 'threads'),
        nameGap: 24,
        type: 'value',
        min: 0,
        splitLine: { show: false },
        nameTextStyle: { color: look.faint, align: 'right' },
      },
    ],
    series: [
      stageBands(scenario, look),
      ...scenario.targets.map(({ target, successes }) => ({
        ...stroke(target),
        id: `${target.name} requests`,
        type: 'line',
        symbolSize: everyFew(end, look),
        data: inTheMiddle(successes),
      })),
      ...scenario.targets.map(({ target, threads }) => ({
        ...stroke(target),
        id: `${target.name} threads`,
        type: 'line',
        yAxisIndex: 1,
        step: 'middle',
        symbol: 'none',
        lineStyle: { color: target.colour, width: 1, type: target.line, opacity: 0.9 },
        tooltip: { valueFormatter: (/** @type {unknown} */ value) => (typeof value === 'number' ? `${Math.round(value)} threads` : '–') },
        data: inTheMiddle(threads),
      })),
    ],
  };
}

/** Symbols not so close that they overlap. @param {number} seconds @param {import('./common.js').Look} look */
function everyFew(seconds, look) {
  const every = Math.ceil((SYMBOL_DISTANCE * seconds) / look.width);
  const size = look.width < NARROW ? 5 : 6;
  return (/** @type {unknown} */ _, /** @type {{dataIndex: number}} */ { dataIndex }) => (dataIndex % every === 0 ? size : 0);
}

/** A second's figure is drawn at its middle. @param {(number | null)[]} values */
function inTheMiddle(values) {
  return values.map((value, second) => [second + 0.5, value]);
}

/** Bands with the number of VUs above. @param {import('./chart-data.js').ScenarioData} scenario @param {import('./common.js').Look} look */
function stageBands(scenario, look) {
  const room = (look.width - 100) / scenario.stages.length;
  const name = (/** @type {number} */ vus) => (room >= 56 ? `${vus} VUs` : `${vus}`);
  const every = Math.ceil(26 / room);
  return {
    type: 'line',
    data: [],
    silent: true,
    markArea: {
      silent: true,
      z: -1,
      label: { position: 'top', color: look.faint, fontSize: 11 },
      data: scenario.stages.map(({ vus, from, to }, index) => [
        {
          name: index % every === 0 ? name(vus) : '',
          xAxis: from,
          itemStyle: { color: index % 2 === 0 ? look.band : 'transparent' },
        },
        { xAxis: to },
      ]),
    },
  };
}
