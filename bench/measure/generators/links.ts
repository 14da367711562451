/** Clocks of generators on other machines, and the way from there to the targets. */
import { certainOffsetMs, type Link } from '../../record/json/generators.ts';

/**
 * A clock that is put right during a load was wrong in a part of it.
 * @param before the load
 * @param after it
 * @returns the round trip of before, the worse clock, and what was sent again in between; a field of an instance, absent where nothing was measured
 */
export function worseLink(before: Link | undefined, after: Link | undefined): { link?: Link } {
  if (before === undefined) return {};
  const clocks = [before, after ?? before];
  const unread = clocks.find(({ clockOffsetMs }) => clockOffsetMs === null);
  const [worst] = clocks.toSorted((one, other) => certainOffsetMs(other) - certainOffsetMs(one));
  const { clockOffsetMs, clockErrorMs } = certainOffsetMs(worst) > 0 ? worst : (unread ?? worst);
  return { link: { clockOffsetMs, clockErrorMs, rttMs: before.rttMs, ...retransmitsBetween(before, after) } };
}

/** @returns none where a count is missing, or began anew */
function retransmitsBetween(before: Link, after: Link | undefined): Pick<Link, 'retransmits'> {
  const [first, last] = [before.retransmits, after?.retransmits];
  return first === undefined || last === undefined || last < first ? {} : { retransmits: last - first };
}
