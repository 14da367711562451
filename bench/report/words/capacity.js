import { OTHERS_LIMIT } from '../../analyse/slice/health.js';
import { percent } from '../../util/text.js';
import { calibrationCaveat } from './findings/calibration.js';

/**
 * Of capacities.
 *
 * @typedef {import('../capacity/bottleneck.js').OutsideBottleneck} OutsideBottleneck
 * @typedef {import('../capacity/ranking.js').Ranking} Ranking
 * @typedef {import('../capacity/ranking.js').Ranked} Ranked
 */

/** By the mark that stands beside a capacity, in the order in which they are looked for. @type {Record<OutsideBottleneck, string>} */
const BOTTLENECKS = {
  k6: 'the load generator was the bottleneck',
  'other processes': `other processes used more than ${percent(OTHERS_LIMIT)} of the machine`,
  database: 'the database was the bottleneck',
  'downstream service': 'the downstream service was the bottleneck',
};

/** @param {OutsideBottleneck} bottleneck */
export function outsideText(bottleneck) {
  return BOTTLENECKS[bottleneck];
}

/** @param {OutsideBottleneck[]} bottlenecks @returns {string[]} '(k6): the load generator was the bottleneck; the target may carry more', of each mark */
export function marksText(bottlenecks) {
  return /** @type {OutsideBottleneck[]} */ (Object.keys(BOTTLENECKS))
    .filter((bottleneck) => bottlenecks.includes(bottleneck))
    .map((bottleneck) => `(${bottleneck}): ${BOTTLENECKS[bottleneck]}; the target may carry more`);
}

/** @param {Pick<import('../../record/capacity.js').Capacity, 'capacity' | 'reachedHighest' | 'failure'>} search */
export function capacityText({ capacity, reachedHighest, failure }) {
  if (failure !== null) return 'failed';
  if (capacity === null) return 'no rate holds';
  return `${reachedHighest ? '≥ ' : ''}${capacity.toLocaleString('en-US')}/s`;
}

/** @param {Ranking | import('../capacity/ranking.js').Unranked} ranking */
export function rankingText(ranking) {
  const { scenario } = ranking;
  if (ranking.kind === 'no calibration')
    return `No calibration shows how much two searches of ${scenario} differ on this machine, so no difference is shown (~ for all targets).`;
  const { best, alike, below, notRanked, leastRatio, floor, runId, precisionShare } = ranking;
  const named = (/** @type {Ranked[]} */ some) =>
    some.map(({ target, capacity }) => `${target} ×${(capacity / best.capacity).toFixed(2)}`).join(', ');
  return [
    `Highest${notRanked.length > 0 ? ' measured' : ''} in ${scenario}: ${best.target}${best.isLowerBound ? ', which may carry more' : ''}.`,
    ...(alike.length > 0 ? [`~ no difference from it was shown: ${named(alike)}.`] : []),
    ...(below.length > 0 ? [`Below it: ${named(below)}.`] : []),
    ...(notRanked.length > 0 ? [`Not ranked, because something else ended their search: ${named(notRanked)} at least.`] : []),
    `Two searches of one capacity may differ by up to ×${leastRatio.toFixed(2)} (calibration ${runId}: ×${floor.toFixed(2)}, and ±${percent(precisionShare)} of each search).`,
  ].join(' ');
}

/** @param {import('../../analyse/findings/calibration.js').CalibrationFinding} finding @returns {string | null} */
export function calibrationDoubtText(finding) {
  const { title, items } = calibrationCaveat(finding);
  return items.length > 0 ? `${title.replace(/\.$/, '')}: ${items.join(', ')}` : null;
}
