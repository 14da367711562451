/** How well a scenario was measured. */
import { highest, present, sum } from '../../util/math.ts';
import { groupsOf, okParts, ofScenario, ofTarget } from './scopes.ts';
import type { FiguresToJudge as Figures, SliceFigures } from '../types.ts';
import type { Finding } from './types.ts';

/** After which answers are called late: more than a request of a second takes that has just begun. */
const LATE_SECONDS = 5;

/** Rounds of one target that differ by more were not made in the same state; a busy machine makes 1.1 to 1.2. */
const MOST_RATIO = 1.3;

export function scenarios(figures: Figures): Finding[] {
  const ofEach = figures.run.scenarios.flatMap((scenario) => {
    const slices = groupsOf(figures, scenario).flatMap(({ good }) => good);
    return [
      ...downstreamDelay(scenario, slices),
      ...lateAnswers(figures, scenario),
      ...(slices.length === 0
        ? [{ ...ofScenario(scenario), kind: 'nothing-measured' as const }]
        : [scrapes(scenario, slices), checks(figures, scenario)]),
    ];
  });
  return [...differing(figures), ...ofEach];
}

function downstreamDelay(scenario: string, slices: SliceFigures[]): Finding[] {
  const seen = present(slices.map(({ observed }) => observed.downstream));
  const means = seen.flatMap(({ meanMs }) => meanMs ?? []);
  if (means.length === 0) return [];
  const shares = seen.flatMap(({ cpu }) => (cpu ? cpu.used / cpu.share : []));
  const [leastMs, mostMs, cpuShare] = [Math.min(...means), Math.max(...means), highest(shares)];
  return [{ ...ofScenario(scenario), kind: 'downstream-delay', leastMs, mostMs, requestedMs: seen[0].requestedMs, cpuShare }];
}

/** @returns of targets on which requests had piled up */
function lateAnswers(figures: Figures, scenario: string): Finding[] {
  return groupsOf(figures, scenario).flatMap((group) => {
    const seconds = Math.max(0, ...group.slices.map(({ lastAnswerSeconds }) => lastAnswerSeconds ?? 0));
    return seconds > LATE_SECONDS ? [{ ...ofTarget(group), kind: 'late-answers' as const, seconds }] : [];
  });
}

function scrapes(scenario: string, slices: SliceFigures[]): Finding {
  const counted = slices.map((slice) => slice.scrapes);
  return {
    ...ofScenario(scenario),
    kind: 'scrapes',
    ok: sum(counted.map(({ ok }) => ok)),
    expected: sum(counted.map(({ expected }) => expected)),
    leastShare: Math.min(...counted.map(({ ok, expected }) => ok / expected)),
  };
}

function checks(figures: Figures, scenario: string): Finding {
  const all = okParts(figures, scenario).flatMap(({ part }) => part?.checks ?? []);
  return { ...ofScenario(scenario), kind: 'checks', checks: all.length, failed: all.filter(({ ok }) => !ok).length };
}

/** @returns the fastest round by the slowest */
function differing({ groups }: Figures): Finding[] {
  return groups.flatMap((group) => {
    const { rpsRange, rpsByRound } = group.stage;
    if (!rpsRange || rpsRange[0] === 0) return [];
    const ratio = rpsRange[1] / rpsRange[0];
    return ratio > MOST_RATIO ? [{ ...ofTarget(group), kind: 'rounds-differ' as const, ratio, rpsByRound }] : [];
  });
}
