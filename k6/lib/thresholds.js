/** What makes a run by hand fail. The runner judges for itself and switches this off. No k6 imports. */
import { oneOf } from './input.js';
import { UNANSWERED_METRIC } from './summary.js';

/**
 * @param {import('./input.js').Env} env
 * @returns {boolean} value of THRESHOLDS: do failed and unanswered requests and wrong answers make k6 end with 99?
 * @throws {import('./input.js').InputError} one line
 */
export function hasThresholds(env) {
  return oneOf(env, 'THRESHOLDS', ['on', 'off'], 'on') === 'on';
}

/** @param {import('./input.js').Env} env @returns {Record<string, string[]>} those of every load */
export function thresholds(env) {
  /** @type {Record<string, string[]>} */
  const none = {};
  return hasThresholds(env) ? { http_req_failed: ['rate==0'], checks: ['rate==1'], [UNANSWERED_METRIC]: ['count==0'] } : none;
}
