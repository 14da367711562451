/** Were the JVMs warm? */
import { hasBlocks } from '../../record/catalogue.ts';
import { jvmsOf } from '../group/group.ts';
import { isStillRising, relativeRise } from '../slice/steady.ts';
import { okParts, ofScenario, ofTarget } from './scopes.ts';
import type { FiguresToJudge as Figures, Group, PartFigures } from '../types.ts';
import type { Finding } from './types.ts';

export function warmUps(figures: Figures): Finding[] {
  return [
    ...withoutWarmUp(figures),
    ...figures.groups.flatMap((group) => [...neverSteady(group, figures), ...stillRising(group)]),
    ...figures.run.scenarios.flatMap((scenario) => overview(scenario, okParts(figures, scenario))),
  ];
}

/** Requests that pile up say nothing of how fast code is: such scenarios are left out. */
function withoutWarmUp({ run, parts, groups }: Figures): Finding[] {
  const cold = groups.filter(({ scenario, target, good }) => {
    const isWarmedUp = parts.some(({ planned, part }) => planned.scenario === scenario && part?.warmups[target]);
    return hasBlocks(run.catalogue, scenario) && good.length > 0 && !isWarmedUp;
  });
  return cold.map((group) => ({ ...ofTarget(group), kind: 'no-warm-up' }));
}

function neverSteady(group: Group, figures: Figures): Finding[] {
  const { scenario, target } = group;
  const warmups = okParts(figures, scenario).flatMap(({ planned, part }) => {
    const warmup = part?.warmups[target];
    return warmup ? [{ round: planned.round, steady: warmup.steady }] : [];
  });
  const rounds = warmups.filter(({ steady }) => !steady).map(({ round }) => round);
  return rounds.length > 0 ? [{ ...ofTarget(group), kind: 'never-steady', rounds, of: warmups.length }] : [];
}

/** What is left of warming up. Slices of a warm JVM rise so much by chance in 4 of 100 rounds: of a run's dozens, some always do. So most rounds of a target
 * must. */
function stillRising(group: Group): Finding[] {
  if (group.isDiscarded) return [];
  const jvms = jvmsOf(group.good).map((slices) => ({ slices, counts: slices.map(({ stage }) => stage.plateauSuccesses ?? 0) }));
  const told = jvms.filter(({ counts }) => isStillRising(counts) !== null);
  const risen = told.filter(({ counts }) => isStillRising(counts));
  if (risen.length <= told.length / 2) return [];
  const rises = risen.map(({ counts }) => relativeRise(counts) ?? 0);
  return [{ ...ofTarget(group), kind: 'still-rising', rounds: risen.map(({ slices: [{ round }] }) => round), of: told.length, rises }];
}

function overview(scenario: string, parts: PartFigures[]): Finding[] {
  if (parts.length === 0) return [];
  const made = parts.flatMap(({ part }) => Object.values(part?.warmups ?? {}));
  const seconds = made.map((each) => each.seconds);
  const lifted = made.every(({ quotaLifted }) => quotaLifted);
  return [
    {
      ...ofScenario(scenario),
      kind: 'warm-ups',
      warmUps: made.length,
      leastSeconds: Math.min(...seconds),
      mostSeconds: Math.max(...seconds),
      vus: [...new Set(made.map(({ vus }) => vus))],
      otherScenarios: [...new Set(made.map((each) => each.scenario).filter((each) => each !== scenario))],
      limit: !lifted ? 'kept' : made.every(({ limitInTurn }) => limitInTurn) ? 'in turn' : 'lifted',
      steady: made.filter(({ steady }) => steady).length,
    },
  ];
}
