/** At which tier the JIT compilers of a JVM have compiled its methods. */
import path from 'node:path';
import { run } from '../../../util/programs.ts';

/** methods in use, by tier: 1 to 3 are of C1 (2 and 3 with counters), 4 is of C2 */
export type Tiers = Record<string, number>;

/** @param java whose `jcmd` asks @param pid of a JVM of this user @returns null if it does not answer */
export async function compiledTiers({ bin }: { bin: string }, pid: number): Promise<Tiers | null> {
  try {
    const { stdout } = await run(path.join(path.dirname(bin), 'jcmd'), [String(pid), 'Compiler.codelist']);
    return tiersIn(stdout);
  } catch {
    return null;
  }
}

/** @param list lines with compile id, tier, state (0: in use) and method */
export function tiersIn(list: string): Tiers {
  const tiers: Tiers = { 1: 0, 2: 0, 3: 0, 4: 0 };
  for (const [, tier] of list.matchAll(/^\s*\d+ ([1-4]) 0 \S/gm)) tiers[tier] += 1;
  return tiers;
}
