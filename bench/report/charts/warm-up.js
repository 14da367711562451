import { figuresAxis, frame, secondsAxis, stroke } from './common.js';

const FAINT = 0.35;

/**
 * Successful requests of each second of every warm-up, one line per new JVM; faint where it never became steady.
 * @param {import('./chart-data.js').ScenarioData} scenario
 * @param {import('./common.js').Look} look
 */
export function warmUp(scenario, look) {
  const names = new Set(scenario.warmUps.map(({ target }) => target.name));
  const targets = scenario.targets.map(({ target }) => target).filter(({ name }) => names.has(name));
  return {
    ...frame(look, targets),
    xAxis: secondsAxis(look, 'seconds under load', Math.max(...scenario.warmUps.map(({ perSecond }) => perSecond.length))),
    yAxis: figuresAxis(look, 'requests/s'),
    series: scenario.warmUps.map(({ target, steady, perSecond }, index) => ({
      ...stroke(target),
      id: `${target.name} ${index}`,
      type: 'line',
      symbolSize: 4,
      lineStyle: { color: target.colour, width: 1.5, type: target.line, opacity: steady ? 1 : FAINT },
      data: perSecond.map((count, second) => [second + 0.5, count]),
    })),
  };
}
