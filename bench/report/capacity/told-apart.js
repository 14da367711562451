import { sourceOf, usableNoise } from '../../record/calibration-fits.js';
import { noiseFloor } from '../../analyse/comparison/noise-floor.js';
import { PRECISION } from '../../plan/capacity-search.js';
import { calibrationCaveat } from '../calibration-caveat.js';
import { heldBy } from './held-by.js';

/** @typedef {import('../../record/capacity.js').CapacityRecord} CapacityRecord */

/** Each capacity lies anywhere between the highest rate that held and the lowest that did not. */
const SEARCH = (1 + PRECISION) ** 2;

/**
 * Trials of the targets take turns, but a rate is found by halving, not by averaging: which of the capacities of a scenario are different ones?
 * @param {CapacityRecord} record
 * @param {string} scenario
 * @returns {string | null} sentences; null where there are no two capacities
 */
export function toldApart(record, scenario) {
  const found = record.results
    .flatMap((each) => {
      const { target, capacity, reachedHighest } = each;
      return each.scenario === scenario && capacity !== null
        ? [{ target, capacity, atLeast: reachedHighest || heldBy(each, record) !== null }]
        : [];
    })
    .sort((a, b) => b.capacity - a.capacity);
  if (found.length < 2) return null;
  const floor = noiseFloor(usableNoise(record).noiseApart, scenario, 'throughput', 1);
  if (floor === null || !record.calibration)
    return `No calibration says how far two searches of ${scenario} lie apart on this machine: ~ for all of them.`;
  const limit = floor * SEARCH;
  const [best, ...others] = found;
  const named = (/** @type {typeof found} */ list) =>
    list.map(({ target, capacity }) => `${target} ×${(capacity / best.capacity).toFixed(2)}`).join(', ');
  const bounded = others.filter(({ atLeast }) => atLeast);
  const ranked = others.filter(({ atLeast }) => !atLeast);
  const like = ranked.filter(({ capacity }) => best.capacity <= capacity * limit);
  const below = ranked.filter((other) => !like.includes(other));
  return [
    `Highest${bounded.length > 0 ? ' found' : ''} in ${scenario}: ${best.target}${best.atLeast ? ', which may bear more' : ''}.`,
    ...(like.length > 0 ? [`~ not told apart from it: ${named(like)}.`] : []),
    ...(below.length > 0 ? [`Below it: ${named(below)}.`] : []),
    ...(bounded.length > 0 ? [`Not ranked, since it was no limit of theirs that ended their search: ${named(bounded)} at least.`] : []),
    `Searches up to ×${limit.toFixed(2)} apart may be one capacity (calibration ${sourceOf(record.calibration, scenario).runId}: ×${floor.toFixed(2)}, and ±3 % of each search).`,
  ].join(' ');
}

/**
 * @param {CapacityRecord} record
 * @returns {string | null} in what its calibration is not of the same conditions, or old
 */
export function calibrationDoubts(record) {
  if (!record.calibration) return null;
  const { title, items } = calibrationCaveat(record, 'noiseApart');
  return items.length > 0 ? `${title.replace(/\.$/, '')}: ${items.join(', ')}` : null;
}
