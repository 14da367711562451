/** At which tier the JIT compilers of a JVM have compiled its methods. */
import path from 'node:path';
import { run } from '../../../util/programs.js';

/** @typedef {Record<string, number>} Tiers methods in use, by tier: 1 to 3 are of C1 (2 and 3 with counters), 4 is of C2 */

/**
 * @param {{ bin: string }} java whose `jcmd` asks
 * @param {number} pid of a JVM of this user
 * @returns {Promise<Tiers | null>} null if it does not answer
 */
export async function compiledTiers({ bin }, pid) {
  try {
    const { stdout } = await run(path.join(path.dirname(bin), 'jcmd'), [String(pid), 'Compiler.codelist']);
    return tiersIn(stdout);
  } catch {
    return null;
  }
}

/** @param {string} list lines with compile id, tier, state (0: in use) and method @returns {Tiers} */
export function tiersIn(list) {
  /** @type {Tiers} */
  const tiers = { 1: 0, 2: 0, 3: 0, 4: 0 };
  for (const [, tier] of list.matchAll(/^\s*\d+ ([1-4]) 0 \S/gm)) tiers[tier] += 1;
  return tiers;
}
