/** A target's JVM that has started and has had no load yet. */
import { usage } from './processes.js';

/** @typedef {{ readySeconds: number | null, restRssBytes: number | null }} AtRest null where it could not be found out */

const ANSWER_WITHIN_MS = 5000;

/**
 * @param {string} metricsUrl of the target
 * @param {import('./proc.js').Place | undefined} place of its process
 * @returns {Promise<AtRest>}
 */
export async function atRest(metricsUrl, place) {
  const metrics = await textOf(metricsUrl);
  return { readySeconds: readySecondsIn(metrics), restRssBytes: (place && (await reading(place)))?.rssBytes || null };
}

/** @param {import('./proc.js').Place} place @returns {Promise<Pick<import('./proc.js').Reading, 'rssBytes'> | null>} */
async function reading({ read, ...here }) {
  return read ? read() : usage(here);
}

/** @param {string} url @returns {Promise<string>} '' where it does not answer: what follows will say so */
async function textOf(url) {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })).text();
  } catch {
    return '';
  }
}

/**
 * @param {string} metrics in Prometheus' text format
 * @returns {number | null} what Spring Boot took from its start, after that of the JVM, until the application was ready; null of a target without it
 */
export function readySecondsIn(metrics) {
  const found = /^application_ready_time_seconds(?:\{[^}]*\})? (\S+)$/m.exec(metrics);
  return found && Number.isFinite(Number(found[1])) ? Number(found[1]) : null;
}
