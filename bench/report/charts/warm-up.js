import { axis, base, legend, legendHeight, short, stroke, tooltip } from './common.js';

const FAINT = 0.35;

/**
 * Successful requests of each second of every warm-up, one line per new JVM; faint where it never became steady.
 * @param {import('../chart-data.js').ScenarioData} scenario
 * @param {import('./common.js').Look} look
 */
export function warmUp(scenario, look) {
  const names = new Set(scenario.warmUps.map(({ target }) => target.name));
  const targets = scenario.targets.map(({ target }) => target).filter(({ name }) => names.has(name));
  return {
    ...base(look),
    legend: legend(look, targets),
    tooltip: tooltip(look),
    grid: { top: legendHeight(look) + 28, left: 8, right: 16, bottom: 30, containLabel: true },
    xAxis: {
      ...axis(look, 'seconds under load'),
      type: 'value',
      min: 0,
      max: Math.max(...scenario.warmUps.map(({ perSecond }) => perSecond.length)),
      nameLocation: 'middle',
      nameGap: 28,
      splitLine: { show: false },
    },
    yAxis: {
      ...axis(look, 'requests/s'),
      type: 'value',
      min: 0,
      axisLabel: { color: look.faint, formatter: short },
      nameTextStyle: { color: look.faint, align: 'left' },
    },
    series: scenario.warmUps.map(({ target, round, steady, perSecond }) => ({
      ...stroke(target),
      id: `${target.name} ${round}`,
      type: 'line',
      symbolSize: 4,
      lineStyle: { color: target.colour, width: 1.5, type: target.line, opacity: steady ? 1 : FAINT },
      data: perSecond.map((count, second) => [second + 0.5, count]),
    })),
  };
}
