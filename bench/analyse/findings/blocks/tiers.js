import { sum } from '../../../util/math.js';
import { okSequences } from '../scopes.js';

/**
 * Did the methods of JVMs with a start-up cache reach the same tiers as without one?
 *
 * @typedef {import('../../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').Finding} Finding
 * @typedef {import('../types.js').TiersOfVariant} TiersOfVariant
 */

/** By how much more of the compiled methods must be at tier 2 than without a cache. */
const STUCK_SHARE = 0.1;

/** @type {import('../types.js').Family} */
export const TIERS = {
  kinds: ['compiled-tiers', 'stuck-tiers'],
  find: (figures) => figures.run.scenarios.flatMap((scenario) => compiledTiers(figures, scenario)),
};

/** @param {Figures} figures @param {string} scenario @returns {Finding[]} none where no tiers were recorded */
function compiledTiers(figures, scenario) {
  const last = okSequences(figures, scenario).at(-1)?.sequence;
  const { targets } = figures.run.catalogue;
  const shares = Object.entries(last?.jvms ?? {}).flatMap(([target, { tiers }]) => (tiers ? [{ target, ...sharesOf(tiers) }] : []));
  if (shares.length === 0) return [];
  const without = (/** @type {string} */ target) =>
    shares.find(
      (each) => targets[each.target].variant?.value === 'none' && targets[each.target].variant?.of === targets[target].variant?.of,
    );
  const stuck = shares.filter(({ target, tier2 }) => tier2 > (without(target)?.tier2 ?? 1) + STUCK_SHARE);
  const scope = /** @type {const} */ ({ scope: 'scenario', scenario });
  return [
    { ...scope, kind: 'compiled-tiers', variants: shares },
    ...(stuck.length > 0 ? [{ ...scope, kind: /** @type {const} */ ('stuck-tiers'), variants: stuck }] : []),
  ];
}

/** @param {Record<string, number>} tiers @returns {Pick<TiersOfVariant, 'methods' | 'tier2' | 'tier4'>} */
function sharesOf(tiers) {
  const methods = sum(Object.values(tiers));
  const share = (/** @type {string} */ tier) => (methods > 0 ? (tiers[tier] ?? 0) / methods : 0);
  return { methods, tier2: share('2'), tier4: share('4') };
}
