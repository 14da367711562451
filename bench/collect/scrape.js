/** Scrapes a target: the text of /actuator/prometheus, without timestamps. */
import { sum } from '../util/math.js';

const ANSWER_WITHIN_MS = 2000;

/**
 * @param {string} url of a target's metrics
 * @returns {Promise<string>}
 * @throws {Error} if there is no answer in time
 */
export async function scrape(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  return response.text();
}

/**
 * @param {string} text in the Prometheus exposition format
 * @param {string} metric
 * @returns {number | null} the sum over all its series; null if there is none
 */
export function sumOfSeries(text, metric) {
  const values = text
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return values.length === 0 ? null : sum(values);
}
