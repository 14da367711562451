/** The figures that the metrics of a report are. */
import { mean } from '../../util/math.ts';
import type { Group, StageFigures } from '../../analyse/types.ts';
import type { ComparedMetric } from '../words/ratios/metrics.ts';

const MEGABYTE = 1e6;

/**
 * Memory grows with the age of a JVM, so requests/s per MB are those of each round, and their mean.
 * @returns null where it was not recorded
 */
export function figureOfGroup(group: Group | undefined, metric: ComparedMetric): number | null {
  if (!group) return null;
  if (metric !== 'perMegabyte') return figureOf(group.stage, metric);
  const rounds = [...roundFigures(group, metric).values()];
  return rounds.length > 0 ? mean(rounds) : null;
}

function figureOf(
  stage: Pick<StageFigures, 'rps' | 'cpuPer1000' | 'rssMaxBytes' | 'latency'> | null,
  metric: ComparedMetric,
): number | null {
  if (!stage) return null;
  const { rps, cpuPer1000, rssMaxBytes, latency } = stage;
  if (metric === 'throughput') return rps;
  if (metric === 'cpu') return cpuPer1000;
  if (metric === 'p99') return latency.p99;
  return rps !== null && rssMaxBytes !== null ? rps / (rssMaxBytes / MEGABYTE) : null;
}

/** @returns by round, of what is valid; without those that have no figure */
export function roundFigures({ rounds }: Group, metric: ComparedMetric): Map<number, number> {
  return new Map(
    rounds.flatMap(({ round, throughput }) => {
      const figure = figureOf(throughput, metric);
      return figure ? [[round, figure] as [number, number]] : [];
    }),
  );
}
