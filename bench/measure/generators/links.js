/** Clocks of generators on other machines, and the way from there to the targets. */
import { certainOffsetMs } from '../../record/json/generators.js';

/** @typedef {import('../../record/json/generators.js').Link} Link */

/**
 * A clock that is put right during a load was wrong in a part of it.
 * @param {Link | undefined} before the load
 * @param {Link | undefined} after it
 * @returns {{ link?: Link }} the round trip of before, and the worse clock; a field of an instance, absent where nothing was measured
 */
export function worseLink(before, after) {
  if (before === undefined) return {};
  const clocks = [before, after ?? before];
  const unread = clocks.find(({ clockOffsetMs }) => clockOffsetMs === null);
  const [worst] = clocks.toSorted((one, other) => certainOffsetMs(other) - certainOffsetMs(one));
  const { clockOffsetMs, clockErrorMs } = certainOffsetMs(worst) > 0 ? worst : (unread ?? worst);
  return { link: { clockOffsetMs, clockErrorMs, rttMs: before.rttMs } };
}
