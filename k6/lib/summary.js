/** The summary that a script prints when it ends. No k6 imports. */

/**
 * @typedef {Record<string, number | undefined>} Values of one metric
 *
 * @typedef {object} LoadPlan what the summary says of the load
 * @property {string} scenario
 * @property {string} title
 * @property {string} load
 * @property {number} seconds from its start to its planned end
 * @property {number} [loadedSeconds] the same without the gaps between slices
 * @property {boolean} closedLoop
 * @property {number | null} [warmUpMaxSeconds] of each target; null: no warm-up
 */

/** Gauge: start of the load, in epoch milliseconds; one sample, or one for each slice. */
export const START_METRIC = 'scenario_start_ms';
/** Gauge: when the last request was answered or given up, in epoch milliseconds. */
export const END_METRIC = 'scenario_end_ms';
/** Gauge: how long setup() warmed a target up, in seconds; one sample for each target. */
export const WARM_UP_METRIC = 'warm_up_seconds';
/** Counter: requests of a slice that k6 cut off at its end. It counts them in no other metric. */
export const UNANSWERED_METRIC = 'requests_unanswered';
/** At a rate of 1/s, the last request starts up to a second before the planned end. */
const TOLERATED_SECONDS = 1;

/**
 * @param {any} data k6's argument of `handleSummary`: `metrics` by name, or a list in `results` with `--new-machine-readable-summary`
 * @param {string} name of a metric
 * @returns {Values} empty if the metric has no samples
 */
export function metricValues(data, name) {
  const metric = data.metrics?.[name] ?? data.results?.metrics.find((/** @type {any} */ candidate) => candidate.name === name);
  return metric?.values ?? {};
}

/** @param {number} status @returns {string} name of the counter of answers with this status, in scenarios that accept several statuses */
export function answersMetric(status) {
  return `answers_${status}`;
}

/** @param {number} slice of a sequence, from 1 @returns {string} name of k6's counter of the slice's requests */
export function sliceRequestsMetric(slice) {
  return `http_reqs{slice:${slice}}`;
}

/**
 * @param {'checks' | 'iterations'} metric
 * @param {number} slice of a sequence, from 1
 * @returns {string} name of the same in that slice alone; k6 counts it where a threshold asks for it
 */
export function ofSlice(metric, slice) {
  return `${metric}{slice:${slice}}`;
}

/**
 * @param {string} metric of k6's requests
 * @param {string} scenario
 * @returns {string} name of the same without the requests of setup(); k6 keeps it where the load follows a warm-up
 */
export function loadMetric(metric, scenario) {
  return `${metric}{name:${scenario}}`;
}

/**
 * @param {any} data k6's argument of `handleSummary`
 * @returns {number | undefined} start of the load, or of its first slice, in epoch milliseconds; undefined if no iteration began
 */
export function loadStartMs(data) {
  const { min, value } = metricValues(data, START_METRIC);
  return min ?? value;
}

/**
 * @param {any} data k6's argument of `handleSummary`
 * @param {LoadPlan & { nowMs: number, setupRequests: number, statuses?: number[], places?: number }} plan `nowMs`: epoch milliseconds,
 *   taken as the end of the load if k6 did not run teardown(); `places`: what the load sells
 * @returns {string} a few lines of text; empty if no load was sent
 */
export function summaryText(data, plan) {
  const { scenario, title, load, seconds, loadedSeconds = seconds, nowMs, closedLoop, setupRequests, statuses = [], places } = plan;
  const { count: all = 0 } = metricValues(data, 'http_reqs');
  const { count: requests = all - setupRequests } = metricValues(data, loadMetric('http_reqs', scenario));
  if (!metricValues(data, 'iterations').count || requests <= 0) return '';
  const { passes, matches: failed = passes ?? 0 } = metricValues(data, 'http_req_failed');
  const { value: endMs = nowMs } = metricValues(data, END_METRIC);
  const startMs = loadStartMs(data) ?? endMs - seconds * 1000;
  const lasted = (endMs - startMs) / 1000;
  const interrupted = lasted < seconds - TOLERATED_SECONDS;
  const loadedShare = loadedSeconds / seconds;
  const perSecond = requests / (loadedShare * (interrupted ? lasted : Math.max(seconds, lasted)));
  const further = [warmUpLine(data, plan), ...answersLines(data, statuses, places), ...comparedLines(data)];
  return `
  ${title}: ${load}, ${seconds} s${interrupted ? `, interrupted after ${lasted.toFixed(0)} s` : lateness(lasted - seconds)}
  requests   ${requests}, ${perSecond.toFixed(1)}/s, ${metricValues(data, 'dropped_iterations').count ?? 0} dropped
  failed     ${failed} (${((100 * failed) / requests).toFixed(2)} %)
  durations  ${percentiles(data, scenario)}${closedLoop ? ' (closed loop: not the latency at a given load)' : ''}
${further.map((line) => `  ${line}\n`).join('')}`;
}

/** @param {any} data k6's argument of `handleSummary` @returns {{ passes: number, fails: number }} of the scripts' only check */
function checks(data) {
  const { passes = 0, fails = 0 } = data.results?.checks?.results?.[0] ?? metricValues(data, 'checks');
  return { passes, fails };
}

/** @param {any} data k6's argument of `handleSummary` @param {number[]} statuses @param {number | undefined} places @returns {string[]} */
function answersLines(data, statuses, places) {
  if (statuses.length === 0) return [];
  const counts = statuses.map((status) => ({ status, count: metricValues(data, answersMetric(status)).count ?? 0 }));
  const lines = [`answers    ${counts.map(({ status, count }) => `${status}: ${count}`).join(', ')}`];
  if (places !== undefined && counts[0].count === 0) {
    lines.push(`hint       all ${places} places were sold before this run; docs/k6-by-hand.md says how to reset them`);
  }
  return lines;
}

/** @param {any} data k6's argument of `handleSummary` @returns {string[]} about requests and answers that fail a run by hand only */
function comparedLines(data) {
  const lines = [];
  const { count: unanswered = 0 } = metricValues(data, UNANSWERED_METRIC);
  if (unanswered > 0) lines.push(`unanswered ${unanswered}, cut off at the end of their slices`);
  const { passes, fails } = checks(data);
  if (passes + fails > 0) lines.push(`compared   ${passes + fails} answers, ${fails} of them not as in the catalogue`);
  return lines;
}

/** @param {any} data k6's argument of `handleSummary` @param {Pick<LoadPlan, 'warmUpMaxSeconds'>} plan */
function warmUpLine(data, { warmUpMaxSeconds }) {
  const { value, min = value, max = value } = metricValues(data, WARM_UP_METRIC);
  // Another k6 may have warmed it up, as the runner does.
  if (max === undefined) return 'target     cold, unless it was warmed up before';
  const limit = max === warmUpMaxSeconds ? ', as long as WARMUP allows: it may still get faster' : '';
  return `target     warmed up for ${min === max ? max : `${min} to ${max}`} s${limit}`;
}

/** @param {any} data k6's argument of `handleSummary` @param {string} scenario */
function percentiles(data, scenario) {
  const duration = { ...metricValues(data, 'http_req_duration'), ...metricValues(data, loadMetric('http_req_duration', scenario)) };
  const all = { p50: duration.med, p95: duration['p(95)'] ?? duration.p95, p99: duration['p(99)'] ?? duration.p99 };
  return Object.entries(all)
    .map(([name, ms]) => (ms === undefined ? `${name} not in k6's summary` : `${name} ${ms.toFixed(1)} ms`))
    .join(', ');
}

/** @param {number} seconds from the planned end to the last answer */
function lateness(seconds) {
  return seconds > TOLERATED_SECONDS ? `, the last answer ${seconds.toFixed(0)} s later` : '';
}
