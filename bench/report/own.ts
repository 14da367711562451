/** The outcome of `make ab` for others: a table for a pull request, Bencher's metric format, and FAIL_IF with an exit code of its own. */
import { number, percent } from '../util/text.ts';
import { UsageError } from '../util/errors.ts';
import { writeAll } from './index.ts';
import { verdictRows, type VerdictRow } from './verdicts/rows.ts';
import { verdictText } from './words/verdicts.ts';
import type { Figures } from '../analyse/types.ts';
import type { ComparedMetric } from './words/ratios/metrics.ts';

/** Names in Bencher of what has verdicts. */
const MEASURES = { throughput: 'throughput', cpu: 'cpu-seconds-per-1000-requests' } as const;

/** @param dir of the run @returns the files that were written: summary.md and bmf.json */
export function writeSummary(dir: string, figures: Figures): string[] {
  const bmf = JSON.stringify(bencherMetrics(figures), null, 2);
  return writeAll(dir, { 'summary.md': summary(figures), 'bmf.json': `${bmf}\n` });
}

export function summary(figures: Figures): string {
  const { run, baseline } = figures;
  const ofCpu = verdictRows(figures, 'cpu');
  const lines = verdictRows(figures, 'throughput').map((row) => {
    const { scenario, target, figure, baselineFigure } = row;
    const cpu = ofCpu.find((each) => each.scenario === scenario && each.target === target);
    return `| ${scenario} | ${target} | ${number(figure)} | ${number(baselineFigure)} | ${textOf(row)} | ${cpu ? textOf(cpu) : '–'} |`;
  });
  return [
    `| load | variant | requests/s | ${baseline} | against ${baseline} | CPU per request |`,
    '| --- | --- | --: | --: | --- | --- |',
    ...lines,
    '',
    `Ratio [95 % interval]; ~: no difference was shown. Run ${run.id}, ${run.machine.cpuModel}.`,
    '',
  ].join('\n');
}

function textOf(row: VerdictRow) {
  return row.ratio === null ? `– (${row.because ?? row.verdict})` : verdictText(row);
}

type Measured = { value: number; lower_value?: number; upper_value?: number };

/** @returns by load and variant, the baseline included; ratios with their intervals (https://bencher.dev/docs/reference/bencher-metric-format/) */
export function bencherMetrics(figures: Figures): Record<string, Record<string, Measured>> {
  const metrics: ReturnType<typeof bencherMetrics> = {};
  const add = (benchmark: string, measure: string, value: number | null, bounds = {}) => {
    if (value !== null) (metrics[benchmark] ??= {})[measure] = { value, ...bounds };
  };
  for (const { metric, scenario, target, baseline, figure, baselineFigure, ratio, low, high } of verdictRows(figures)) {
    if (metric !== 'throughput' && metric !== 'cpu') continue;
    const measure = MEASURES[metric];
    add(`${scenario}/${baseline}`, measure, baselineFigure);
    add(`${scenario}/${target}`, measure, figure);
    add(`${scenario}/${target}`, `${measure}-ratio`, ratio, low === null || high === null ? {} : { lower_value: low, upper_value: high });
  }
  return metrics;
}

/** When the interval of a ratio lies wholly beyond a limit. */
export const FAILED = 4;

/** 95 % */
type Interval = { low: number; high: number };

const CONDITIONS: Record<string, { metric: ComparedMetric; isBeyond: (interval: Interval, share: number) => boolean }> = {
  slower: { metric: 'throughput', isBeyond: ({ high }, share) => high < 1 - share },
  'more-cpu': { metric: 'cpu', isBeyond: ({ low }, share) => low > 1 + share },
};
const CONDITION = /^(slower|more-cpu) (\d+(?:\.\d+)?) ?%$/;

/** @param value such as 'slower 5%, more-cpu 10%' @returns none without one @throws {UsageError} one line */
export function conditionsOf(value: string | undefined) {
  if (!value) return [];
  return value.split(',').map((part) => {
    const text = part.trim();
    const match = CONDITION.exec(text);
    if (!match || Number(match[2]) >= 100) {
      throw new UsageError(`FAIL_IF=${value}: accepted are 'slower' or 'more-cpu' and a percentage below 100, such as 'slower 5%'`);
    }
    return { text, share: Number(match[2]) / 100, ...CONDITIONS[match[1]] };
  });
}

/** @returns exit code: 4 where one is met, 1 where a comparison has no interval that could tell, else 0; why */
export function judgedBy(figures: Figures, conditions: ReturnType<typeof conditionsOf>): { code: number; lines: string[] } {
  const found = conditions.flatMap(({ text, share, metric, isBeyond }) =>
    verdictRows(figures, metric).flatMap(({ scenario, target, baseline, low, high, because }) => {
      const pair = `FAIL_IF '${text}': ${target} against ${baseline} in ${scenario}`;
      if (low === null || high === null) return [{ code: 1, line: `${pair}: no interval (${because ?? 'too few rounds'})` }];
      const interval = `${percent(low - 1)} to ${percent(high - 1)}`;
      return isBeyond({ low, high }, share) ? [{ code: FAILED, line: `${pair}: ${interval}` }] : [];
    }),
  );
  return { code: Math.max(0, ...found.map(({ code }) => code)), lines: found.map(({ line }) => line) };
}
