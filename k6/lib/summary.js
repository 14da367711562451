/** What a script says when it ends. No k6 imports. */

/** @typedef {Record<string, number | undefined>} Values of one metric */

/** Gauge with the moment when the load began, in epoch milliseconds. */
export const START_METRIC = 'scenario_start_ms';
/** Gauge with the moment when its last answer had come or was given up, in epoch milliseconds. */
export const END_METRIC = 'scenario_end_ms';
/** At a rate of 1/s, the last request begins up to a second before the end of the plan. */
const TOLERATED_SECONDS = 1;

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
 * @param {{ title: string, load: string, seconds: number, nowMs: number, closedLoop: boolean, setupRequests: number, statuses?: number[] }} plan
 *   `seconds` of the load; `nowMs`: epoch milliseconds, its end where k6 ran no teardown()
 * @returns {string} a few lines for people; empty if no load was sent
 */
export function summaryText(data, { title, load, seconds, nowMs, closedLoop, setupRequests, statuses = [] }) {
  if (!metricValues(data, 'iterations').count) return '';
  const requests = (metricValues(data, 'http_reqs').count ?? 0) - setupRequests;
  const { passes, matches } = metricValues(data, 'http_req_failed');
  const failed = passes ?? matches ?? 0;
  const { value: endMs = nowMs } = metricValues(data, END_METRIC);
  const { value: startMs = endMs - seconds * 1000 } = metricValues(data, START_METRIC);
  const lasted = (endMs - startMs) / 1000;
  const interrupted = lasted < seconds - TOLERATED_SECONDS;
  const perSecond = requests / (interrupted ? lasted : Math.max(seconds, lasted));
  const duration = metricValues(data, 'http_req_duration');
  const percentiles = [
    ['p50', duration.med],
    ['p95', duration['p(95)'] ?? duration.p95],
    ['p99', duration['p(99)'] ?? duration.p99],
  ].flatMap(([name, ms]) => (ms === undefined ? [] : [`${name} ${Number(ms).toFixed(1)} ms`]));
  const answers = statuses.map((status) => `${status}: ${metricValues(data, answersMetric(status)).count ?? 0}`);
  return `
  ${title}: ${load}, ${seconds} s${interrupted ? `, interrupted after ${lasted.toFixed(0)} s` : lateness(lasted - seconds)}
  requests   ${requests}, ${perSecond.toFixed(1)}/s, ${metricValues(data, 'dropped_iterations').count ?? 0} dropped
  failed     ${failed} (${((100 * failed) / requests).toFixed(2)} %)
  durations  ${percentiles.join(', ')}${closedLoop ? ' (closed loop: not a latency at a load)' : ''}${answers.length > 0 ? `\n  answers    ${answers.join(', ')}` : ''}
`;
}

/** @param {number} seconds from the end of the plan to the last answer */
function lateness(seconds) {
  return seconds > TOLERATED_SECONDS ? `, the last answer ${seconds.toFixed(0)} s later` : '';
}
