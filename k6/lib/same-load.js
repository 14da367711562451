/** Whether k6 runs the load that a script asks for. No k6 imports. */

const DURATION = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s|us|µs|ns))+$/;
const PART = /(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g;
/** @type {Record<string, number>} */
const MILLISECONDS = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, us: 1e-3, µs: 1e-3, ns: 1e-6 };

/**
 * @param {Record<string, any>} scenarios of the script's options
 * @param {Record<string, any>} run those that k6 runs, with its defaults, and with durations as k6 writes them ('2m0s' for '120s')
 * @returns {boolean} are they the same scenarios, and has each all that the script says of it?
 */
export function isSameLoad(scenarios, run) {
  return Object.keys(scenarios).length === Object.keys(run).length && isAlike(scenarios, run);
}

/** @param {any} wanted @param {any} found @returns {boolean} */
function isAlike(wanted, found) {
  if (typeof wanted !== 'object') return comparable(wanted) === comparable(found);
  if (typeof found !== 'object' || found === null) return false;
  if (Array.isArray(wanted) && wanted.length !== found.length) return false;
  return Object.entries(wanted).every(([key, value]) => isAlike(value, found[key]));
}

/** @param {any} value @returns {any} a duration in milliseconds, everything else as it is */
function comparable(value) {
  if (typeof value !== 'string' || !DURATION.test(value)) return value;
  return [...value.matchAll(PART)].reduce((sum, [, number, unit]) => sum + Number(number) * MILLISECONDS[unit], 0);
}
