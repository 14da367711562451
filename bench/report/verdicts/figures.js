import { mean } from '../../util/math.js';

/**
 * The figures that the metrics of a report are.
 *
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../../analyse/types.js').StageFigures} StageFigures
 * @typedef {import('../words/ratios/metrics.js').ComparedMetric} ComparedMetric
 */

const MEGABYTE = 1e6;

/**
 * Memory grows with the age of a JVM, so requests/s per MB are those of each round, and their mean.
 * @param {Group | undefined} group
 * @param {ComparedMetric} metric
 * @returns {number | null} null where it was not recorded
 */
export function figureOfGroup(group, metric) {
  if (!group) return null;
  if (metric !== 'perMegabyte') return figureOf(group.stage, metric);
  const rounds = [...roundFigures(group, metric).values()];
  return rounds.length > 0 ? mean(rounds) : null;
}

/** @param {Pick<StageFigures, 'rps' | 'cpuPer1000' | 'rssMaxBytes' | 'latency'> | null} stage @param {ComparedMetric} metric @returns {number | null} */
function figureOf(stage, metric) {
  if (!stage) return null;
  const { rps, cpuPer1000, rssMaxBytes, latency } = stage;
  if (metric === 'throughput') return rps;
  if (metric === 'cpu') return cpuPer1000;
  if (metric === 'p99') return latency.p99;
  return rps !== null && rssMaxBytes !== null ? rps / (rssMaxBytes / MEGABYTE) : null;
}

/** @param {Group} group @param {ComparedMetric} metric @returns {Map<number, number>} by round, of what is valid; without those that have no figure */
export function roundFigures({ rounds }, metric) {
  return new Map(
    rounds.flatMap(({ round, throughput }) => {
      const figure = figureOf(throughput, metric);
      return figure ? [/** @type {[number, number]} */ ([round, figure])] : [];
    }),
  );
}
