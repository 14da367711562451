/**
 * What throughput over the values of a sweep is drawn from.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../charts/sweep-curve.js').Curve} Curve
 * @typedef {import('../charts/sweep-curve.js').CurvePoint} CurvePoint
 * @typedef {import('../level.js').Measured} Measured
 */
import { againstBaseline } from '../../analyse/baselines.js';
import { isNumeric } from '../../record/variant.js';
import { comparisonAtLevel } from '../level.js';
import { AXES } from '../words/variants/sweep.js';
import { variantsOf } from './optimum.js';

/** @param {Figures} figures @param {string} scenario @returns {Curve | null} null where there is no sweep over numbers, or nothing of it was measured */
export function curveOf(figures, scenario) {
  const { sweep, catalogue } = figures.run;
  if (!sweep || !isNumeric(sweep)) return null;
  const lines = sweep.targets.flatMap((name) => {
    const measured = variantsOf(figures, scenario, name);
    if (measured.length === 0) return [];
    const base = baseOf(figures, name);
    const against = againstBaseline(figures, base);
    const { colour, symbol, line } = catalogue.targets[base];
    const target = { name, label: name, colour, symbol, line };
    return [{ target, points: measured.map((each) => pointOf(against, each)).toSorted((a, b) => a.value - b.value) }];
  });
  return lines.length > 0 ? { name: AXES[sweep.over], lines } : null;
}

/** @param {Figures} figures @param {string} target of catalogue.json @returns {string} its variant with the value of the run's baseline */
function baseOf({ run }, target) {
  const { targets } = run.catalogue;
  const value = targets[run.baseline].variant?.value;
  return run.targets.find((name) => targets[name].variant?.of === target && targets[name].variant?.value === value) ?? run.baseline;
}

/**
 * The interval is that of the ratio to the default value, put around the variant's own requests/s: it says how well the two are told apart.
 * @param {Figures} against
 * @param {Measured} measured
 * @returns {CurvePoint}
 */
function pointOf(against, { scenario, target, stage }) {
  const rps = stage?.rps ?? 0;
  const value = Number(against.run.catalogue.targets[target].variant?.value);
  const comparison = comparisonAtLevel(against, { scenario, target, metric: 'throughput' });
  if (!comparison) return { value, rps, low: null, high: null, isInterval: false, isDecided: false };
  const { ratio, low, high, roundRatios, kind } = comparison;
  const [from, to] = [low ?? Math.min(...roundRatios), high ?? Math.max(...roundRatios)].map((end) => (rps * end) / ratio);
  return { value, rps, low: from, high: to, isInterval: low !== null, isDecided: kind === 'faster' || kind === 'slower' };
}
