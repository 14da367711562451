import { METRICS } from '../../analyse/comparison/comparison.js';
import { noiseFloors } from '../../analyse/comparison/noise-floor.js';
import { spacedTicks } from '../forest/axis.js';
import { comparisonAtLevel, isOfBlocks, staircaseRatio } from '../level.js';
import { groupsOf } from '../tables/figures.js';
import { logarithmic, spread, targetOf } from './plot.js';

/**
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/statistics/verdict.js').Metric} Metric
 * @typedef {import('./plot.js').Point} Point
 * @typedef {{ scenario: string, target: string, metric: Metric }} Which
 */

/** @type {Record<Metric, string>} */
const NAMES = { throughput: 'requests/s', cpu: 'CPU per request' };
/** Ratios that people count in; those in the range of a panel are its ticks. */
const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.33, 0.5, 0.67, 0.8, 0.9, 0.95, 0.98, 1, 1.02, 1.05, 1.1, 1.25, 1.5, 2, 3, 5, 10, 20, 50, 100];
const MOST_TICKS = 9;
/** However close the ratios are, a panel shows at least this much on either side of 1. */
const LEAST_RANGE = 1.06;
/** From one target's dot to the next one's, and what those of a stage take together, as shares of its room. */
const ABREAST = 0.14;
const MOST_ABREAST = 0.8;

/**
 * Ratios to the baseline of each stage, and behind them of the blocks. A staircase alone has nothing that says how far to trust its ratios.
 * @param {Figures} figures
 * @param {string} scenario
 * @returns {import('./plot.js').Plot | null} null without blocks, or where nothing can be compared
 */
export function ratioPerStage(figures, scenario) {
  const { run, baseline } = figures;
  if (!isOfBlocks(figures, scenario)) return null;
  const groups = groupsOf(figures, scenario).filter(({ target }) => target !== baseline);
  const panels = METRICS.map((metric) => panel(figures, scenario, metric, groups));
  const compared = groups.filter(({ target }) => panels.some(({ series }) => series.some((each) => each.target === target)));
  if (compared.length === 0) return null;
  return {
    kind: 'ratioPerStage',
    place: scenario,
    title: `Against ${run.catalogue.targets[baseline].label}`,
    how: 'dot: all blocks together, filled where a difference was shown; line: 95 % interval, dotted: range of the rounds where they are too few; hollow dots without a line: the staircase, measured once; band: noise floor of this machine',
    style: 'dots',
    targets: compared.map(({ target, isVoid }) => targetOf(run, target, isVoid)),
    panels,
  };
}

/** @param {Figures} figures @param {string} scenario @param {Metric} metric @param {{ target: string }[]} groups @returns {import('./plot.js').Panel} */
function panel(figures, scenario, metric, groups) {
  const { run } = figures;
  const floor = noiseFloors(figures, scenario)[metric];
  const series = groups
    .map(({ target }, place) => {
      const aside = (place - (groups.length - 1) / 2) * Math.min(ABREAST, MOST_ABREAST / groups.length);
      return { target, points: points(figures, { scenario, target, metric }).map((point) => ({ ...point, x: point.x + aside })) };
    })
    .filter((each) => each.points.length > 0);
  const ends = series.flatMap((each) => each.points.flatMap(({ y, low, high }) => [y, low, high].filter((end) => typeof end === 'number')));
  const { min, max, isLog } = logarithmic([...ends, ...[floor ?? 1, LEAST_RANGE].flatMap((ratio) => [ratio, 1 / ratio])]);
  const ticks = spacedTicks({ low: min, high: max, ticks: TICKS.filter((tick) => tick >= min && tick <= max) }, 1 / MOST_TICKS);
  return {
    x: { name: 'VUs of the stage, and of the blocks', labels: [...run.stages.map(({ vus }) => String(vus)), `blocks: ${run.blockVus}`] },
    y: { name: NAMES[metric], unit: 'ratio', isLog, min, max, ticks, sign: '×' },
    level: { value: 1 },
    ...(floor !== null && { floor: [1 / floor, floor] }),
    series,
  };
}

/** @param {Figures} figures @param {Which} which @returns {Point[]} of the staircase beside the blocks, which is measured once, and of the blocks */
function points(figures, which) {
  const { stages } = figures.run;
  const once = stages.flatMap((_, stage) => {
    const ratio = staircaseRatio(figures, { ...which, stage });
    return ratio === null ? [] : [{ x: stage, y: ratio, words: `×${ratio.toFixed(2)}, one round`, isOpen: true }];
  });
  const ofBlocks = comparisonAtLevel(figures, which);
  return ofBlocks === null ? once : [...once, blocksPoint(ofBlocks, stages.length)];
}

/** @param {import('../../analyse/types.js').Comparison} comparison @param {number} x @returns {Point} */
function blocksPoint(comparison, x) {
  const { ratio, rounds } = comparison;
  const { low, high, isRange, isOpen } = spread(comparison);
  const verdict = isOpen ? (isRange ? ' indicative' : ' ~') : '';
  const ends = rounds === 1 ? ', one round' : ` ${isRange ? 'rounds ' : ''}[${low.toFixed(2)}, ${high.toFixed(2)}]${verdict}`;
  return { x, y: ratio, words: `×${ratio.toFixed(2)}${ends}`, low, high, isRange, isOpen };
}
