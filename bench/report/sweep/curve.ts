import { againstBaseline } from '../../analyse/baselines.ts';
import { isNumeric } from '../../record/variant.ts';
import { number } from '../../util/text.ts';
import { targetOf, type Plot, type Point } from '../charts/plot.ts';
import { comparisonOf } from '../level.ts';
import { CURVE, KNOBS } from '../words/variants/sweep.ts';
import { variantsOf } from './optimum.ts';
import type { Figures, Group } from '../../analyse/types.ts';

/** What the axis is longer than its values, as a share of its length. */
const MARGIN = 0.06;

/**
 * Requests/s over the values of a sweep. The axis of the values is logarithmic: a knob is turned by factors.
 * @returns null where there is no sweep over numbers, or nothing of it was measured
 */
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
    how: CURVE,
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
  const rps = stage.rps ?? 0;
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
