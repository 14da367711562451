/** The outcome of `make ab` for others: a table for a pull request, and Bencher's metric format. */
import { writeAll } from '../index.ts';
import { verdictRows, type VerdictRow } from '../verdicts/rows.ts';
import { verdictText } from '../words/verdicts.ts';
import { number } from '../../util/text.ts';
import type { Figures } from '../../analyse/types.ts';

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
