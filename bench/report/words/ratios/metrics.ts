import { keysOf } from '../../../util/keys.ts';

/** The metrics that a report compares: `unit` of its figure; `sides`: what a ratio below and above 1 means; `verdicts`: the same of a target, as 'MVC-VT is …'.
 * Those with verdicts are judged: they have an interval. Of the others there are a ratio and the range of the rounds, which claim no difference. */
export const METRIC_WORDS = {
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

export type ComparedMetric = keyof typeof METRIC_WORDS;

export const COMPARED_METRICS = keysOf(METRIC_WORDS);

export function isJudged(metric: ComparedMetric) {
  return METRIC_WORDS[metric].verdicts !== null;
}
