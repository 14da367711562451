/** The noise floor of a machine: how far one target, measured against itself under two names (A/A), differs from itself. */
import { studentT } from '../statistics/student-t.ts';
import { mean, sum } from '../../util/math.ts';
import type { Figures, Group, FiguresToJudge } from '../types.ts';
import type { Noise } from '../../record/calibration/record.ts';
import type { Metric } from '../statistics/verdict.ts';

/**
 * @param figures of a calibration: all its targets are one target under several names
 * @returns by scenario; null where nothing was compared
 */
export function roundNoise({ run, comparisons }: Figures): Noise {
  return Object.fromEntries(
    run.scenarios.map((scenario) => {
      const comparisonsOfScenario = comparisons.filter((each) => each.scenario === scenario);
      const noise = (metric: Metric) =>
        ratioOfOneRound(comparisonsOfScenario.filter((each) => each.metric === metric).flatMap((each) => each.roundRatios));
      return [scenario, { throughput: noise('throughput'), cpu: noise('cpu') }];
    }),
  );
}

/**
 * Which of the names comes first is arbitrary, so the true logarithm of a ratio is 0 and need not be estimated: its spread is known with as
 * many degrees of freedom as there are rounds.
 * @param ratios of the rounds
 * @returns ratio ≥ 1
 */
function ratioOfOneRound(ratios: number[]): number | null {
  if (ratios.length === 0) return null;
  const variance = mean(ratios.map((ratio) => Math.log(ratio) ** 2));
  return Math.exp(studentT(ratios.length) * Math.sqrt(variance));
}

/**
 * Names of one round are measured seconds apart, capacities and runs minutes or hours: how far the rounds of *one* name lie from each other, with
 * whatever the machine drifted by meanwhile. Both names drift together, so that the degrees of freedom are those of one.
 * @param figures of a calibration
 * @returns by scenario: of two rounds that are no pair; null where a name has fewer than two
 */
export function unpairedNoise({ run, groups }: Figures): Noise {
  return Object.fromEntries(
    run.scenarios.map((scenario) => {
      const own = groups.filter((each) => each.scenario === scenario);
      const noise = (figure: 'rps' | 'cpuPer1000') => ratioOfTwoRounds(own.map((each) => figuresOfRounds(each, figure)));
      return [scenario, { throughput: noise('rps'), cpu: noise('cpuPer1000') }];
    }),
  );
}

function figuresOfRounds({ rounds }: Group, figure: 'rps' | 'cpuPer1000'): number[] {
  return rounds.flatMap((round) => round[figure] || []);
}

/** @param names of each its rounds @returns ratio ≥ 1 */
function ratioOfTwoRounds(names: number[][]): number | null {
  const several = names.filter((rounds) => rounds.length > 1);
  if (several.length === 0) return null;
  const degrees = several.map((rounds) => rounds.length - 1);
  const squares = several.map((rounds) => {
    const logs = rounds.map(Math.log);
    const middle = mean(logs);
    return sum(logs.map((value) => (value - middle) ** 2));
  });
  const variance = sum(squares) / sum(degrees);
  return Math.exp(studentT(Math.max(...degrees)) * Math.sqrt(2 * variance));
}

/**
 * Noise averages out with the square root of the rounds.
 * @param rounds of the comparison
 * @returns ratio ≥ 1 that one target differs from itself by at most in so many rounds, with 95 % confidence
 */
export function noiseFloor(noise: Noise | null, scenario: string, metric: Metric, rounds: number): number | null {
  const one = noise?.[scenario]?.[metric] ?? null;
  return one === null ? null : one ** (1 / Math.sqrt(rounds));
}

/**
 * @returns at as many rounds as the comparison that has the fewest: rounds that one of its two lacks, or in
 * which one is discarded, are left out
 */
export function noiseFloors(
  { run, comparisons, noise }: Pick<FiguresToJudge, 'run' | 'comparisons' | 'noise'>,
  scenario: string,
): { rounds: number } & Record<Metric, number | null> {
  const rounds = Math.min(run.rounds, ...comparisons.filter((each) => each.scenario === scenario).map((each) => each.rounds));
  return { rounds, throughput: noiseFloor(noise, scenario, 'throughput', rounds), cpu: noiseFloor(noise, scenario, 'cpu', rounds) };
}
