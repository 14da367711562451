import { figuresAxis, frame, stageAxis, stroke } from './common.js';

/**
 * Successful requests per stage, one line per target.
 * @param {import('./chart-data.js').ScenarioData} scenario
 * @param {import('./common.js').Look} look
 */
export function successesPerStage(scenario, look) {
  const targets = scenario.targets.map(({ target }) => target);
  return {
    ...frame(look, targets),
    xAxis: stageAxis(look, scenario),
    yAxis: figuresAxis(look, 'successful requests per stage'),
    series: scenario.targets.map(({ target, stages }) => ({
      ...stroke(target),
      type: 'line',
      data: stages.map(({ successes }) => successes),
    })),
  };
}
