/** Two runs of the same targets and scenarios, the second against the first. Rounds of two runs are no pairs: each run's are drawn on their own. */
import { calibrationFits } from '../../record/calibration/fits.ts';
import { ratioInterval } from '../statistics/bootstrap.ts';
import { tTest, type Rate } from '../statistics/rate-ratio.ts';
import { ROUNDS_FOR_VERDICT, type Metric } from '../statistics/verdict.ts';
import { sum } from '../../util/math.ts';
import { whyNotComparable } from './comparability.ts';
import { METRICS, decided, rate, type What, type Member } from './comparison.ts';
import { omissions, whyLeftOut, type Omission } from './diff-omissions.ts';
import { isUnlike, machineSpeed, type Measure } from './machine-speed.ts';
import type { Run } from '../../record/run.ts';
import type { Comparison, Figures, Group } from '../types.ts';

/** null: not recorded */
type ValueDifference = { kind: 'value'; name: string; a: string | null; b: string | null };

/** of an entry of the catalogue, which is too long to be shown */
type DefinitionDifference = { kind: 'definition'; name: string };

/** medians of the parts */
type SpeedDifference = { kind: 'speed'; measure: Measure; aNs: number; bNs: number };

/** of the environments */
export type Difference = ValueDifference | DefinitionDifference | SpeedDifference;

/** `comparisons`: b against a */
export type Diff = { a: Run; b: Run; environment: Difference[]; comparisons: Comparison[]; omissions: Omission[] };

/** Fields that say which run it is, what it measured and what came of it, and nothing about its conditions. */
const NOT_CONDITIONS = [
  ...['schema', 'id', 'seed', 'startedAt', 'endedAt', 'resumedAt', 'continued', 'verified', 'notes', 'calibration', 'baseline'],
  ...['parts', 'spentSeconds', 'budgetSeconds', 'halfWidth', 'targets', 'scenarios', 'catalogue'],
];

export function diff(a: Figures, b: Figures): Diff {
  const families = METRICS.map((metric) => b.groups.flatMap((group) => comparedGroups(a, b, group, metric)));
  const noise = isOfMachine(b.run.calibration, a.run) ? b.unpairedNoise : null;
  return {
    a: a.run,
    b: b.run,
    environment: [...differences(a.run, b.run), ...speedDifferences(a, b)],
    comparisons: families.flatMap((members) => decided(members, noise)),
    omissions: omissions(a, b),
  };
}

export function isOfMachine(calibration: Run['calibration'], run: Run) {
  return calibrationFits({ ...run, calibration }).usable;
}

/** @param group of b */
function comparedGroups(a: Figures, b: Figures, group: Group, metric: Metric) {
  const { scenario, target, stage } = group;
  const before = a.groups.find((each) => each.scenario === scenario && each.target === target && each.stage.vus === stage.vus);
  if (!before || (whyLeftOut(group) ?? whyLeftOut(before)) !== null) return [];
  const what = { scenario, target, vus: stage.vus, metric, notComparable: whyNotComparable([group, before], metric) };
  const members = compared(what, ratesOfRounds(group, metric), ratesOfRounds(before, metric), b.run.seed);
  return members.map((member) => ({ ...member, blocks: Math.min(group.good.length, before.good.length) }));
}

/** @param own of its rounds @returns one, or none */
function compared(what: What, own: Rate[], base: Rate[], seed: number): Member[] {
  const rounds = Math.min(own.length, base.length);
  if (rounds === 0) return [];
  // What drifts between two runs is the same in all rounds of one, and more rounds do not average it out.
  const member = { what, rounds, blocks: 0, roundRatios: [], leastRounds: ROUNDS_FOR_VERDICT, floorRounds: 1 };
  if (rounds < ROUNDS_FOR_VERDICT) return [{ ...member, ratio: pooled(own) / pooled(base), low: null, high: null, pValue: null }];
  const sample = { a: own, b: base, paired: false };
  return [{ ...member, ...ratioInterval(sample, seed), pValue: tTest(sample) }];
}

function pooled(rates: Rate[]) {
  return sum(rates.map(({ above }) => above)) / sum(rates.map(({ below }) => below));
}

/** @returns of its rounds */
function ratesOfRounds({ rounds }: Group, metric: Metric): Rate[] {
  return rounds.flatMap((round) => rate(metric === 'cpu' ? round.cpu : round.throughput, metric) ?? []);
}

/** @returns of the conditions that were recorded */
export function differences(a: Run, b: Run): (ValueDifference | DefinitionDifference)[] {
  const [before, after] = [conditions(a), conditions(b)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const differing = names.flatMap((name): ValueDifference[] => {
    const [one, other] = [before.get(name) ?? null, after.get(name) ?? null];
    return one === other ? [] : [{ kind: 'value', name, a: one, b: other }];
  });
  return [...differing, ...catalogueDifferences(a, b)];
}

/** @returns what is one level deep by its path, as `versions.java`; what is deeper as JSON */
function conditions(run: Run): Map<string, string> {
  const own = Object.entries(run).filter(([name]) => !NOT_CONDITIONS.includes(name));
  return new Map(
    own.flatMap(([name, value]) => {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, textOf(value)]];
      return Object.entries(value).map(([part, inner]) => [`${name}.${part}`, textOf(inner)] as [string, string]);
    }),
  );
}

function catalogueDifferences({ catalogue: before }: Run, { catalogue: after }: Run): DefinitionDifference[] {
  return (['targets', 'scenarios'] as const).flatMap((list) =>
    Object.keys(before[list])
      .filter((name) => after[list][name] && textOf(before[list][name]) !== textOf(after[list][name]))
      .map((name) => ({ kind: 'definition' as const, name: `catalogue.${list}.${name}` })),
  );
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The same machine at another time may be another machine. */
function speedDifferences(a: Figures, b: Figures): SpeedDifference[] {
  const after = machineSpeed(b);
  return machineSpeed(a).flatMap(({ measure, medianNs: aNs }, index) => {
    const { medianNs: bNs } = after[index];
    if (aNs === null || bNs === null || !isUnlike([aNs, bNs])) return [];
    return [{ kind: 'speed' as const, measure, aNs, bNs }];
  });
}
