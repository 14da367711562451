import { noiseFloor } from '../analyse/comparison/noise-floor.ts';
import { METRICS } from '../analyse/comparison/comparison.ts';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../analyse/statistics/verdict.ts';
import { comparedUsers } from './tables/figures.ts';
import { printed, sampleText } from './words/verdicts.ts';
import { plural, plusMinus } from '../util/text.ts';
import type { Noise } from '../record/results/calibration.ts';
import type { PlannedRun } from '../record/run.ts';
import type { Comparison } from '../analyse/types.ts';

type Noises = { noise: Noise; unpairedNoise: Noise };

const UNPAIRED = 'unpaired: for measurements that lie minutes to an hour apart, such as two capacities or the rounds of two runs';

export function floorTable(run: PlannedRun, comparisons: Comparison[], noises: Noises): string {
  const lines = run.scenarios.flatMap((scenario) =>
    METRICS.map((metric) => {
      const one = comparisons.find((each) => each.scenario === scenario && each.metric === metric);
      return `  ${scenario.padEnd(8)} ${metric.padEnd(10)} ${one ? lineOf(one, noises) : 'not compared'}`;
    }),
  );
  return [`${run.targets.join(' against ')} at ${comparedUsers(run)}`, ...lines, UNPAIRED].join('\n');
}

function lineOf(comparison: Comparison, { noise, unpairedNoise: unpaired }: Noises) {
  const { scenario, metric, ratio, low, high, rounds } = comparison;
  const why = `${plural(rounds, 'round')}; ${ROUNDS_FOR_VERDICT_OF_BLOCKS} needed`;
  const interval = low === null || high === null ? `no interval (${why})` : `95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}`;
  const floor = (of: number) => floorText(noiseFloor(noise, scenario, metric, of));
  const floors = `noise floor ${floor(rounds)} (${sampleText(comparison)}; of 10 ${floor(10)}, of one ${floor(1)}), unpaired ${floorText(noiseFloor(unpaired, scenario, metric, 1))}`;
  return `${floors}, ratio ${ratio.toFixed(3)}, ${interval}, verdict ${printed({ verdict: comparison.kind, ratio, low, high })}`;
}

/** With one or two rounds the t distribution gives floors of thousands of per cent, whose digits mean nothing. @param floor ratio ≥ 1 */
function floorText(floor: number | null) {
  if (floor === null) return 'unknown';
  return floor > 2 ? 'over ×2' : plusMinus(floor - 1);
}
