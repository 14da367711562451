/** What a script says when it ends. No k6 imports. */

/** @typedef {Record<string, number | undefined>} Values of one metric */

/** Gauge with the moment when the load began, in epoch milliseconds. */
export const START_METRIC = 'scenario_start_ms';

/**
 * @param {any} data what k6 hands to `handleSummary`: `metrics` by name up to v1, a list in `results` from v2 on
 * @param {string} name of a metric
 * @returns {Values} empty if there were no samples
 */
export function metricValues(data, name) {
  const metric = data.metrics?.[name] ?? data.results?.metrics.find((/** @type {any} */ candidate) => candidate.name === name);
  return metric?.values ?? {};
}

/**
 * @param {number} status
 * @returns {string} name of the counter of answers with it, where a scenario accepts several
 */
export function answersMetric(status) {
  return `answers_${status}`;
}

/**
 * @param {any} data what k6 hands to `handleSummary`
 * @param {{ title: string, load: string, seconds: number, endedMs: number, closedLoop: boolean, setupRequests: number, statuses?: number[] }} plan
 *   `seconds` of the load; `endedMs`: epoch milliseconds of its last answer
 * @returns {string} a few lines for people; empty if no load was sent
 */
export function summaryText(data, { title, load, seconds, endedMs, closedLoop, setupRequests, statuses = [] }) {
  if (!metricValues(data, 'iterations').count) return '';
  const requests = (metricValues(data, 'http_reqs').count ?? 0) - setupRequests;
  const { passes, matches } = metricValues(data, 'http_req_failed');
  const failed = passes ?? matches ?? 0;
  const { value: startMs = endedMs } = metricValues(data, START_METRIC);
  const lateSeconds = Math.max(0, (endedMs - startMs) / 1000 - seconds);
  const duration = metricValues(data, 'http_req_duration');
  const percentiles = [
    ['p50', duration.med],
    ['p95', duration['p(95)'] ?? duration.p95],
    ['p99', duration['p(99)'] ?? duration.p99],
  ].flatMap(([name, ms]) => (ms === undefined ? [] : [`${name} ${Number(ms).toFixed(1)} ms`]));
  const answers = statuses.map((status) => `${status}: ${metricValues(data, answersMetric(status)).count ?? 0}`);
  return `
  ${title}: ${load}, ${seconds} s${lateSeconds > 1 ? `, the last answer ${lateSeconds.toFixed(0)} s later` : ''}
  requests   ${requests}, ${(requests / (seconds + lateSeconds)).toFixed(1)}/s, ${metricValues(data, 'dropped_iterations').count ?? 0} dropped
  failed     ${failed} (${((100 * failed) / requests).toFixed(2)} %)
  durations  ${percentiles.join(', ')}${closedLoop ? ' (closed loop: not a latency at a load)' : ''}${answers.length > 0 ? `\n  answers    ${answers.join(', ')}` : ''}
`;
}
