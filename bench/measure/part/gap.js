/** The pause after each slice: as long as its last requests take. */
import { GAP_SECONDS } from '../../../k6/lib/blocks.js';
import { BACKLOG_SECONDS } from '../../../k6/lib/profiles.js';
import { hasBlocks } from '../../record/catalogue.js';
import { targetsIn } from '../../record/part.js';
import { limitsOfTarget } from '../../record/variant.js';
import { sum } from '../../util/math.js';

/** Longer ones would cost more than the slices are worth: what lasts longer is discarded, and says so. */
const MOST_SECONDS = 10;
/** Where no warm-up has measured the rate. */
const USUAL_SECONDS = 3;
/** In the part a JVM may answer more slowly. */
const RESERVE = 1.25;
/** At the end of a warm-up, under load: its last slices or bursts. */
const LAST_SECONDS = 4;

/** @typedef {import('../../record/run.js').Run} Run */
/** @typedef {import('../../record/part.js').RecordedWarmUp} RecordedWarmUp */

/**
 * @param {RecordedWarmUp} warmup
 * @param {Pick<Run, 'catalogue' | 'limits' | 'machine'>} run
 * @param {string} target
 * @returns {number} successes per second that it then has under its CPU limit: without it, it had as much more CPU as the machine has
 */
export function rateAfter({ perSecond, quotaLifted, limitInTurn }, run, target) {
  const last = perSecond.slice(-LAST_SECONDS);
  const share = quotaLifted && !limitInTurn ? Math.min(1, limitsOfTarget(run, target).targetCpus / run.machine.cores) : 1;
  return (share * sum(last)) / Math.max(1, last.length);
}

/**
 * All users wait for an answer when a slice ends, and get it within users ÷ rate (Little's law).
 * @param {Pick<Run, 'catalogue'>} run
 * @param {Pick<import('../../record/run.js').PlannedPart, 'scenario' | 'blocks'>} planned
 * @param {Map<string, import('../jvms.js').Jvm>} jvms of its targets, warm
 * @returns {number} seconds
 */
export function gapSeconds({ catalogue }, { scenario, blocks }, jvms) {
  if (!hasBlocks(catalogue, scenario)) return BACKLOG_SECONDS;
  const mostVus = Math.max(...blocks.map(({ vus }) => vus));
  const rates = targetsIn(blocks).map((target) => jvms.get(target)?.rates.get(scenario) ?? 0);
  const waits = rates.map((rate) => (rate > 0 ? (RESERVE * mostVus) / rate : USUAL_SECONDS));
  return Math.min(MOST_SECONDS, Math.ceil(Math.max(GAP_SECONDS, ...waits)));
}
