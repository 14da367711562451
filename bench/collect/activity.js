/** Writes to InfluxDB what a run does, for the live dashboard: an annotation, and the words of its first tile. */
import { targetsIn } from '../record/part.js';
import { publishPoint, quoted } from './influx.js';
import { plural } from '../util/text.js';
import { nowEpochMs } from '../util/time.js';

/** Measurement of these points. */
const ACTIVITY = 'activity';

/** @typedef {'start' | 'verification' | 'warm-up' | 'blocks' | 'end'} Phase */

/**
 * @param {import('./influx.js').Influx} influx
 * @param {string} run its id
 * @param {Phase} phase that begins
 * @param {string} text
 * @returns {Promise<void>} fulfilled also if InfluxDB refuses it: no figure of the report needs this point
 */
export function publishActivity(influx, run, phase, text) {
  return publishPoint(influx, activityLine(run, phase, text, nowEpochMs()));
}

/**
 * @param {string} run
 * @param {Phase} phase
 * @param {string} text
 * @param {number} timeMs epoch
 * @returns {string} line protocol, in milliseconds
 */
export function activityLine(run, phase, text, timeMs) {
  return `${ACTIVITY},run=${run},phase=${phase} text=${quoted(text)} ${timeMs}`;
}

/** @param {{ scenario: string, round: number }} part @param {string[]} targets */
export function warmUpText({ scenario, round }, targets) {
  return `round ${round}: warming up ${targets.join(', ')} for ${scenario}`;
}

/** @param {{ scenario: string, round: number, blocks: { vus: number, targets: string[] }[] }} part */
export function partText({ scenario, round, blocks }) {
  const levels = [...new Set(blocks.map(({ vus }) => vus))];
  return `round ${round}: ${scenario} on ${targetsIn(blocks).join(', ')} in ${plural(blocks.length, 'block')} of slices, ${levels.join(', ')} users`;
}
