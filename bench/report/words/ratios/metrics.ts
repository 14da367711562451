/** The metrics that a report compares. Those with `better` are judged: they have an interval and a verdict. Of the others there are a ratio and the range
 * of the rounds, which claim no difference. */
export type ComparedMetric = 'throughput' | 'cpu' | 'perMegabyte' | 'p99';

interface MetricWords {
  name: string;
  unit: string;
  /** what a ratio below and above 1 means */
  sides: [below: string, above: string];
  /** 'MVC-VT …, A and B …'; null: none is given */
  verdicts: [below: string, above: string] | null;
}

export const METRIC_WORDS: Record<ComparedMetric, MetricWords> = {
  throughput: { name: 'Requests/s', unit: 'requests/s', sides: ['slower', 'faster'], verdicts: ['slower', 'faster'] },
  cpu: {
    ...{ name: 'CPU per request', unit: 's per 1,000 requests', sides: ['less CPU', 'more CPU'] },
    verdicts: ['less CPU per request', 'more CPU per request'],
  },
  perMegabyte: {
    ...{ name: 'Requests/s per MB', unit: 'requests/s per MB of resident memory (RSS, maximum)', sides: ['fewer per MB', 'more per MB'] },
    verdicts: null,
  },
  p99: { name: 'p99', unit: 'ms', sides: ['shorter', 'longer'], verdicts: null },
};

export const COMPARED_METRICS = Object.keys(METRIC_WORDS) as ComparedMetric[];

export function isJudged(metric: ComparedMetric) {
  return METRIC_WORDS[metric].verdicts !== null;
}
