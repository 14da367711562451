/** The noise floor of a machine: how far one target, measured against itself under two names (A/A), differs from itself. */
import { groupsOf } from '../findings/scopes.ts';
import { studentT } from '../statistics/student-t.ts';
import { meanVariance, varianceOf } from '../statistics/noise.ts';
import { mean } from '../../util/math.ts';
import type { Figures, Group } from '../types.ts';
import type { Noise } from '../../record/results/calibration.ts';
import type { Run } from '../../record/run.ts';
import type { Metric } from '../statistics/verdict.ts';

/** @param figures of a calibration: all its targets are one target under several names @returns by scenario; null where nothing was compared */
export function roundNoise({ run, comparisons }: Pick<Figures, 'run' | 'comparisons'>): Noise {
  return ofEach(run, (scenario, metric) => {
    const own = comparisons.filter((each) => each.scenario === scenario && each.metric === metric);
    return ratioOfOneRound(own.flatMap(({ roundRatios }) => roundRatios));
  });
}

function ofEach({ scenarios }: Run, noise: (scenario: string, metric: Metric) => number | null): Noise {
  return Object.fromEntries(scenarios.map((name) => [name, { throughput: noise(name, 'throughput'), cpu: noise(name, 'cpu') }]));
}

/** Which of the names comes first is arbitrary, so the true logarithm of a ratio is 0 and need not be estimated: its spread is known with
 * as many degrees of freedom as there are rounds.
 * @returns ratio ≥ 1 */
function ratioOfOneRound(ratios: number[]): number | null {
  if (ratios.length === 0) return null;
  const variance = mean(ratios.map((ratio) => Math.log(ratio) ** 2));
  return Math.exp(studentT(ratios.length) * Math.sqrt(variance));
}

/** Names of one round are measured seconds apart, capacities and runs minutes or hours: how far the rounds of *one* name lie from each
 * other, with whatever the machine drifted by meanwhile. Both names drift together, so that the degrees of freedom are those of one.
 * @returns by scenario: of two rounds that are no pair; null where a name has fewer than two */
export function unpairedNoise({ run, groups }: Pick<Figures, 'run' | 'groups'>): Noise {
  return ofEach(run, (scenario, metric) => {
    const own = groupsOf({ groups }, scenario);
    const figure = ({ throughput, cpu }: Group['rounds'][number]) => (metric === 'throughput' ? throughput?.rps : cpu?.cpuPer1000);
    return ratioOfTwoRounds(own.map(({ rounds }) => rounds.flatMap((round) => figure(round) || [])));
  });
}

/** @param names of each its rounds @returns ratio ≥ 1 */
function ratioOfTwoRounds(names: number[][]): number | null {
  const several = names.filter((rounds) => rounds.length > 1).map((rounds) => varianceOf(rounds.map(Math.log)));
  if (several.length === 0) return null;
  const degrees = Math.max(...several.map((each) => each.degrees));
  return Math.exp(studentT(degrees) * Math.sqrt(2 * meanVariance(several)));
}

/** Noise averages out with the square root of the rounds. @returns ratio ≥ 1 that one target differs from itself by at most, with 95 % confidence */
export function noiseFloor(noise: Noise | null, scenario: string, metric: Metric, rounds: number): number | null {
  const one = noise?.[scenario]?.[metric] ?? null;
  return one === null ? null : one ** (1 / Math.sqrt(rounds));
}
