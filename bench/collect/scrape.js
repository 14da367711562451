/** Reads a scrape: the text that a target answers on /actuator/prometheus, without timestamps. */

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
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}
