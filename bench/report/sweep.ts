/** Of a sweep: which value gives the most requests/s, which others are not told apart from it, and the curve over the values. */
import { againstBaseline } from '../analyse/index.ts';
import { comparisonOf, groupsOf } from '../analyse/findings/scopes.ts';
import { isNumeric, type Knob, type Sweep } from '../record/variant.ts';
import { list, number, plural } from '../util/text.ts';
import { targetOf, type Plot, type Point } from './charts/plot.ts';
import { namesOf } from './words/names.ts';
import type { Figures, Group } from '../analyse/types.ts';

/** `axis`: its name on one with its values */
const KNOBS: Record<Knob, { name: string; axis: string }> = {
  pool: { name: 'pool size', axis: 'connections in the pool' },
  heap: { name: 'heap size', axis: 'heap, MB' },
  cpus: { name: 'CPU limit', axis: 'CPUs of the target' },
  gc: { name: 'garbage collector', axis: 'garbage collector' },
  jdk: { name: 'JDK', axis: 'JDK' },
  aot: { name: 'start-up cache', axis: 'start-up cache' },
};

/** @returns '6 pool sizes' */
export function valuesText({ over, values }: Pick<Sweep, 'over' | 'values'>): string {
  return plural(values.length, KNOBS[over].name);
}

/** @param usual the value of the baseline @returns of the facts */
export function sweepText({ over, targets, values }: Sweep, usual: string): string {
  return `${list(targets)} under ${valuesText({ over, values })} (OVER=${over}): ${values.join(', ')}; baseline ${usual}`;
}

type Optimum = NonNullable<ReturnType<typeof optimum>>;

/** @param target of catalogue.json
 * @returns `best`: its variant with the most requests/s; `alike`: variants that are not shown to be slower, in the order of the values, the best among
 * them; `of`: how many were measured; `rounds`: in the comparison with the fewest; `isIndicative`: they are too few for verdicts; null
 * without two valid variants */
function optimum(figures: Figures, scenario: string, target: string) {
  const measured = variantsOf(figures, scenario, target);
  if (measured.length < 2) return null;
  const best = measured.reduce((most, each) => (rpsOf(each) > rpsOf(most) ? each : most));
  const against = againstBaseline(figures, best.target);
  const compared = measured.map((each) => ({
    name: each.target,
    comparison: comparisonOf(against, { scenario, target: each.target, metric: 'throughput' }),
  }));
  const comparisons = compared.flatMap(({ comparison }) => comparison ?? []);
  return {
    ...{ best: best.target, rps: rpsOf(best), of: measured.length },
    alike: compared.filter(({ comparison }) => comparison?.kind !== 'slower').map(({ name }) => name),
    rounds: Math.min(...comparisons.map(({ rounds }) => rounds)),
    isIndicative: comparisons.length === 0 || comparisons.some(({ kind }) => kind === 'indicative'),
  };
}

/** @param target of catalogue.json @returns its variants with valid figures, in the order of the values */
function variantsOf(figures: Figures, scenario: string, target: string): Group[] {
  const { targets } = figures.run.catalogue;
  return groupsOf(figures, scenario).filter((each) => {
    return targets[each.target].variant?.of === target && !each.isDiscarded && rpsOf(each) > 0;
  });
}

/** @returns the optima in sentences, for every form of the report; none of a run that is no sweep */
export function optimumSentences(figures: Figures): string[] {
  const { run } = figures;
  const { targets = [] } = run.sweep ?? {};
  return run.scenarios.flatMap((scenario) =>
    targets.flatMap((target) => {
      const found = optimum(figures, scenario, target);
      const where = targets.length === 1 ? scenario : `${scenario}, ${target}`;
      return found ? optimumText(found, namesOf(run).label, where) : [];
    }),
  );
}

/** @param label of a variant @param where the scenario, and the target where there are several */
export function optimumText({ best, rps, alike, of, rounds, isIndicative }: Optimum, label: (target: string) => string, where: string) {
  const most = `${label(best)} (${number(rps)}/s)`;
  if (isIndicative) return `${where}: ~ ${most} has the most requests/s; indicative only (${plural(rounds, 'round')}).`;
  if (alike.length === of) return `${where}: ~ no value is shown to be better than the others; ${most} has the most requests/s.`;
  const others = alike.filter((name) => name !== best).map(label);
  const rest = others.length === 0 ? 'every other value is slower' : `not distinguishable from it: ${list(others)}; the others are slower`;
  return `${where}: optimum ${most}; ${rest}.`;
}

/** What the axis is longer than its values, as a share of its length. */
const MARGIN = 0.06;

/** Requests/s over the values of a sweep. The axis of the values is logarithmic: a knob is turned by factors.
 * @returns null where there is no sweep over numbers, or nothing of it was measured */
export function sweepCurve(figures: Figures, scenario: string): Plot | null {
  const { run } = figures;
  const { sweep } = run;
  if (!sweep || !isNumeric(sweep)) return null;
  const series = sweep.targets
    .map((target) => ({ target, points: points(figures, scenario, target) }))
    .filter((each) => each.points.length > 0);
  if (series.length === 0) return null;
  const name = KNOBS[sweep.over].axis;
  const values = [...new Set(series.flatMap((each) => each.points.map(({ x }) => x)))];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = most > least ? (most / least) ** MARGIN : 1 + MARGIN;
  return {
    kind: 'sweepCurve',
    place: scenario,
    title: `Throughput over ${name}`,
    how: 'line up and down: 95 % interval of the ratio to the default value, dotted: range of the rounds, where they are too few; hollow: no difference from the default value was shown',
    style: 'points',
    targets: series.map(({ target }) => ({ ...targetOf(run, baseOf(figures, target)), name: target, label: target })),
    panels: [{ x: { name, isLog: true, min: least / margin, max: most * margin, ticks: values }, y: { unit: 'requests/s' }, series }],
  };
}

/** @param target of catalogue.json @returns its variant with the value of the run's baseline */
function baseOf({ run }: Figures, target: string): string {
  const { targets } = run.catalogue;
  const value = targets[run.baseline].variant?.value;
  return run.targets.find((name) => targets[name].variant?.of === target && targets[name].variant?.value === value) ?? run.baseline;
}

/** @param target of catalogue.json @returns of its variants, in the order of the values */
function points(figures: Figures, scenario: string, target: string): Point[] {
  const against = againstBaseline(figures, baseOf(figures, target));
  return variantsOf(figures, scenario, target)
    .map((variant) => pointOf(against, variant))
    .toSorted((one, other) => one.x - other.x);
}

/** The interval is that of the ratio to the default value, around the variant's own requests/s: it says how well the two are told apart. */
function pointOf(against: Figures, { scenario, target, stage }: Group): Point {
  const rps = rpsOf({ stage });
  const x = Number(against.run.catalogue.targets[target].variant?.value);
  const figure = `${x}: ${number(rps)} requests/s`;
  const comparison = comparisonOf(against, { scenario, target, metric: 'throughput' });
  if (!comparison) return { x, y: rps, words: `${figure}, the default` };
  const { kind, ratio, roundRatios } = comparison;
  const isRange = comparison.low === null;
  const isOpen = kind === 'same' || kind === 'indicative';
  const ends = [comparison.low ?? Math.min(...roundRatios), comparison.high ?? Math.max(...roundRatios)];
  const [low, high] = ends.map((end) => (rps * end) / ratio);
  const words = `${figure} ${isRange ? 'rounds ' : ''}[${number(low)}, ${number(high)}]${isOpen ? ' ~' : ''}`;
  return { x, y: rps, words, low, high, isRange, isOpen };
}

function rpsOf({ stage }: Pick<Group, 'stage'>) {
  return stage.rps ?? 0;
}
