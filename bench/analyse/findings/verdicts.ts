/** What stands beside the verdicts: what arithmetic says of each target, its bottleneck, what could not be compared, and what a difference had to exceed. */
import { bottleneckOfSlices } from '../bottleneck/bottleneck.ts';
import { hardlyUsedCpu, whyNotCompared, type NotCompared } from '../comparison/comparability.ts';
import { METRICS } from '../comparison/comparison.ts';
import { noiseFloor } from '../comparison/noise-floor.ts';
import { predictions } from '../prediction/prediction.ts';
import { comparisonOf, groupOfPair, ofScenario, ofTarget } from './scopes.ts';
import type { FiguresToJudge as Figures, Group } from '../types.ts';
import type { Finding, FindingOf } from './types.ts';

export function besideVerdicts(figures: Figures): Finding[] {
  return [
    ...predicted(figures),
    ...figures.groups.flatMap((group) => [...bottleneck(group), ...notCompared(group, figures), ...littleCpu(group)]),
    ...figures.run.scenarios.flatMap((scenario) => floor(scenario, figures)),
  ];
}

function predicted({ run, groups }: Figures): Finding[] {
  const valid = groups.filter(({ isDiscarded, good }) => !isDiscarded && good.length > 0);
  return predictions(run, valid).flatMap((each) => {
    const found = { scope: 'target' as const, ...each };
    return [{ ...found, kind: 'prediction' as const }, ...(each.isOff ? [{ ...found, kind: 'prediction-off' as const }] : [])];
  });
}

/** Discarded slices name no cause. */
function bottleneck(group: Group): Finding[] {
  const majority = group.isDiscarded ? null : bottleneckOfSlices(group.good);
  if (majority === null) return [];
  const { slices, of } = majority;
  return [{ ...ofTarget(group), kind: 'bottleneck', bottleneck: majority.bottleneck, seen: { slices, of } }];
}

export function notCompared(group: Group, { groups, baseline, comparisons }: Figures): FindingOf<'not-compared'>[] {
  const { scenario, target } = group;
  const base = target === baseline ? undefined : groupOfPair({ groups }, { scenario, target: baseline });
  if (!base) return [];
  return METRICS.filter((metric) => comparisonOf({ comparisons }, { scenario, target, metric }) === null).map((metric) => {
    const why: NotCompared = whyNotCompared(group, base, metric) ?? { kind: 'not recorded' };
    return { ...ofTarget(group), kind: 'not-compared' as const, metric, why };
  });
}

function littleCpu(group: Group): Finding[] {
  const { cpuCores } = group.stage;
  return cpuCores !== null && hardlyUsedCpu({ cpuCores }) ? [{ ...ofTarget(group), kind: 'little-cpu', cores: cpuCores }] : [];
}

/** @returns none in a calibration, and where it is not known */
function floor(scenario: string, { run, comparisons, noise }: Figures): Finding[] {
  if (run.calibrates || !noise?.[scenario]) return [];
  // The comparison that has the fewest: rounds that one of its two lacks, or in which one is discarded, are left out.
  const rounds = Math.min(run.rounds, ...comparisons.filter((each) => each.scenario === scenario).map((each) => each.rounds));
  const [throughput, cpu] = METRICS.map((metric) => noiseFloor(noise, scenario, metric, rounds));
  return [{ ...ofScenario(scenario), kind: 'noise-floor', rounds, throughput, cpu }];
}
