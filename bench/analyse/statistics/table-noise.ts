/** What all scenarios of a table tell of the noise in one of them, which has too few rounds to tell by itself. */
import { mean } from '../../util/math.ts';
import { meanVariance, type Variance } from './moderated-variance.ts';
import { variancesElsewhere } from './pooled-variance.ts';
import { inRounds, pairVariances, type Sample } from './rounds-of-blocks.ts';

type Scenario = { samples: Sample[]; targets: string[] };

/** `ofTargets`: how much noisier than all pairs each target is; `elsewhere`: variance of a round's log ratio in the other scenarios, null without others */
export type Noise = { ofTargets: Map<string, number>; elsewhere: Variance | null };

/** @returns of each */
export function tableNoise(scenarios: Scenario[]): Noise[] {
  const ofTargets = targetNoise(scenarios);
  return variancesElsewhere(scenarios).map((elsewhere) => ({ ofTargets, elsewhere }));
}

/**
 * How much noisier the ratios of a target are than those of all pairs of targets. One scenario has too few rounds to tell; all scenarios of
 * a table together do, if targets keep their noise from one to the next.
 * @returns variance of the target's pairs ÷ that of all pairs, the mean of the scenarios; at least 1, because a target that seems
 * quiet may have been lucky; without targets of fewer than two rounds
 */
export function targetNoise(scenarios: Scenario[]): Map<string, number> {
  const ofScenarios = scenarios.map(relativeVariances);
  const targets = new Set(ofScenarios.flatMap((found) => [...found.keys()]));
  return new Map([...targets].map((target) => [target, Math.max(1, mean(ofScenarios.flatMap((found) => found.get(target) ?? [])))]));
}

function relativeVariances({ samples, targets }: Scenario): Map<string, number> {
  const all = pairVariances(inRounds(samples), targets);
  if (all.every(({ variance }) => variance === 0)) return new Map();
  const pooled = meanVariance(all);
  return new Map(
    targets.flatMap((target) => {
      const own = all.filter(({ pair }) => pair.includes(target));
      return own.length > 0 ? [[target, meanVariance(own) / pooled] as [string, number]] : [];
    }),
  );
}
