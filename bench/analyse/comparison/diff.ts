/** Two runs of the same targets and scenarios, the second against the first. Rounds of two runs are no pairs: each run's are drawn on their own. */
import { calibrationFits } from '../../record/results/calibration.ts';
import { ratioOfRates, type Rate } from '../statistics/rate-ratio.ts';
import { silenceOfSlices, tooFastInSlices, whyNotComparable, type NotCompared } from './comparability.ts';
import { METRICS, decided, rate, type Member } from './comparison.ts';
import { isUnlike, machineSpeed, type Measure } from './machine-speed.ts';
import { groupOfPair } from '../findings/scopes.ts';
import { comparedVus, type Run } from '../../record/run.ts';
import type { FindingOf } from '../findings/types.ts';
import type { Metric } from '../statistics/verdict.ts';
import type { Comparison, Figures, Group } from '../types.ts';

/** null: not recorded */
type ValueDifference = { kind: 'value'; name: string; a: string | null; b: string | null };

/** of an entry of the catalogue, which is too long to be shown */
type DefinitionDifference = { kind: 'definition'; name: string };

/** of the environments; `speed`: medians of the parts */
export type Difference = ValueDifference | DefinitionDifference | { kind: 'speed'; measure: Measure; aNs: number; bNs: number };

/** `found`: in that run alone */
type Found = { kind: 'found'; runId: string; found: FindingOf<'discarded' | 'failed' | 'pending'> };

/** what is left out; `users`: with which targets are compared */
export type Omission =
  | { kind: 'in one run only'; what: 'targets' | 'scenarios' | 'users'; names: (string | number)[] }
  | { kind: 'not compared'; runId: string; scenario: string; target: string; vus: number; why: NotCompared }
  | Found;

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

/** @param group of b @returns one, or none */
function comparedGroups(a: Figures, b: Figures, group: Group, metric: Metric): Member[] {
  const { scenario, target, stage } = group;
  const before = groupOfPair(a, group);
  if (before?.stage.vus !== stage.vus || (whyLeftOut(group) ?? whyLeftOut(before)) !== null) return [];
  const sample = { a: ratesOfRounds(group, metric), b: ratesOfRounds(before, metric), paired: false };
  const rounds = Math.min(sample.a.length, sample.b.length);
  if (rounds === 0) return [];
  return [
    {
      ...{ scenario, target, vus: stage.vus, metric, rounds, blocks: Math.min(group.good.length, before.good.length), roundRatios: [] },
      ...ratioOfRates(sample, b.run.seed),
      notComparable: whyNotComparable([group, before], metric),
      arithmetic: null,
      // What drifts between two runs is the same in all rounds of one, and more rounds do not average it out.
      floorRounds: 1,
    },
  ];
}

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
      return Object.entries(value).map(([part, inner]): [string, string] => [`${name}.${part}`, textOf(inner)]);
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The same machine at another time may be another machine. */
function speedDifferences(a: Figures, b: Figures): Difference[] {
  const after = machineSpeed(b);
  return machineSpeed(a).flatMap(({ measure, medianNs: aNs }, index) => {
    const { medianNs: bNs } = after[index];
    if (aNs === null || bNs === null || !isUnlike([aNs, bNs])) return [];
    return [{ kind: 'speed' as const, measure, aNs, bNs }];
  });
}

function omissions(a: Figures, b: Figures): Omission[] {
  const ofRun = (figures: Figures) => [...found(figures), ...notCompared(figures)];
  return [...onlyInOne(a.run, b.run), ...ofRun(a), ...ofRun(b)];
}

/** @returns discarded ones first */
function found({ run, findings }: Figures): Found[] {
  const discarded = findings.filter((each) => each.kind === 'discarded');
  const unmeasured = findings.filter((each) => each.kind === 'failed' || each.kind === 'pending');
  return [...discarded, ...unmeasured].map((each) => ({ kind: 'found', runId: run.id, found: each }));
}

function onlyInOne(a: Run, b: Run): Omission[] {
  const lists = (run: Run) => ({
    targets: run.targets,
    scenarios: run.scenarios,
    users: [...new Set(run.scenarios.map((scenario) => comparedVus(run, scenario)))],
  });
  const [before, after] = [lists(a), lists(b)];
  return (['targets', 'scenarios', 'users'] as const).flatMap((what) => {
    const [one, other]: (string | number)[][] = [before[what], after[what]];
    const names = [...one.filter((each) => !other.includes(each)), ...other.filter((each) => !one.includes(each))];
    return names.length > 0 ? [{ kind: 'in one run only' as const, what, names }] : [];
  });
}

/** @returns why its slices do not show what the target does */
function whyLeftOut(group: Group): NotCompared | null {
  const valid = group.slices.filter(({ discardedFor }) => discardedFor.length === 0);
  return silenceOfSlices(valid) ?? tooFastInSlices(group);
}

function notCompared({ run, groups }: Figures): Omission[] {
  return groups.flatMap((group) => {
    const why = whyLeftOut(group);
    const { scenario, target, stage } = group;
    return why === null ? [] : [{ kind: 'not compared' as const, runId: run.id, scenario, target, vus: stage.vus, why }];
  });
}
