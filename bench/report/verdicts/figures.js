import { blockGroupsOf, isOfBlocks } from '../level.js';
import { mean } from '../../util/math.js';

/**
 * The figures that the metrics of a report are.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../words/ratios/metrics.js').ComparedMetric} ComparedMetric
 * @typedef {Pick<import('../../analyse/types.js').StageOfRounds, 'rps' | 'cpuPer1000' | 'rssMaxBytes'> & { latency: { p99: number | null } }} Stage
 */

const MEGABYTE = 1e6;

/**
 * Memory grows with the age of a JVM, so requests/s per MB are those of each round, and their mean.
 * @param {Figures} figures
 * @param {import('../level.js').Measured | undefined} measured
 * @param {ComparedMetric} metric
 * @returns {number | null} null where it was not recorded
 */
export function figureAtLevel(figures, measured, metric) {
  if (!measured) return null;
  if (metric !== 'perMegabyte') return figureOf(measured.stage, metric);
  const rounds = [...roundFigures(figures, measured, metric).values()];
  return rounds.length > 0 ? mean(rounds) : null;
}

/** @param {Stage | undefined} stage @param {ComparedMetric} metric @returns {number | null} */
function figureOf(stage, metric) {
  if (!stage) return null;
  const { rps, cpuPer1000, rssMaxBytes, latency } = stage;
  if (metric === 'throughput') return rps;
  if (metric === 'cpu') return cpuPer1000;
  if (metric === 'p99') return latency.p99;
  return rps !== null && rssMaxBytes !== null ? rps / (rssMaxBytes / MEGABYTE) : null;
}

/**
 * @param {Figures} figures
 * @param {{ scenario: string, target: string }} pair
 * @param {ComparedMetric} metric
 * @returns {Map<number, number>} by round, of what is valid; without those that have no figure
 */
export function roundFigures(figures, { scenario, target }, metric) {
  return new Map(
    stagesByRound(figures, scenario, target).flatMap(([round, stage]) => {
      const figure = figureOf(stage ?? undefined, metric);
      return figure ? [/** @type {[number, number]} */ ([round, figure])] : [];
    }),
  );
}

/** @param {Figures} figures @param {string} scenario @param {string} target @returns {[round: number, stage: Stage | null | undefined][]} */
function stagesByRound(figures, scenario, target) {
  if (isOfBlocks(figures, scenario)) {
    const group = blockGroupsOf(figures, scenario).find((each) => each.target === target);
    return group?.rounds.map(({ round, throughput }) => [round, throughput]) ?? [];
  }
  const { cell = null } = figures.groups.find((each) => each.scenario === scenario && each.target === target) ?? {};
  return cell ? [[cell.planned.round, cell.stages.at(-1)]] : [];
}
