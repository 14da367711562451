/** Clocks of generators on other machines, and the way from there to the targets. */
import { certainOffsetMs } from '../../record/json/generators.js';

/** @typedef {import('../../record/json/generators.js').Link} Link */

/**
 * A clock that is put right during a load was wrong in a part of it.
 * @param {Link | undefined} before the load
 * @param {Link | undefined} after it
 * @returns {{ link?: Link }} the round trip of before, the worse clock, and what was sent again in between; a field of an instance, absent where nothing was measured
 */
export function worseLink(before, after) {
  if (before === undefined) return {};
  const clocks = [before, after ?? before];
  const unread = clocks.find(({ clockOffsetMs }) => clockOffsetMs === null);
  const [worst] = clocks.toSorted((one, other) => certainOffsetMs(other) - certainOffsetMs(one));
  const { clockOffsetMs, clockErrorMs } = certainOffsetMs(worst) > 0 ? worst : (unread ?? worst);
  return { link: { clockOffsetMs, clockErrorMs, rttMs: before.rttMs, ...retransmitsBetween(before, after) } };
}

/** @param {Link} before @param {Link | undefined} after @returns {Pick<Link, 'retransmits'>} none where a count is missing, or began anew */
function retransmitsBetween(before, after) {
  const [first, last] = [before.retransmits, after?.retransmits];
  return first === undefined || last === undefined || last < first ? {} : { retransmits: last - first };
}
