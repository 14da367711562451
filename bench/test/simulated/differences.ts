/** How large a difference must be to be found, and how many of the differences shown are false, on simulated tables. */
import { mean, sum } from '../../util/math.ts';
import { seededRandom } from '../../util/random.ts';
import { falseVerdicts, type Rule } from './tables-of-blocks.ts';
import type { TwoLevelComparison } from '../../analyse/statistics/two-levels.ts';

/** Share of the differences that are to be found. */
const FOUND = 0.8;
const LARGEST = Math.log(8);

/**
 * @param tables in which nothing differs
 * @param differing comparisons of each table, drawn by chance; half of them faster
 * @returns `ratio`: of which FOUND are shown, by bisection; `falseDiscoveries`: mean share of the verdicts of
 * a table that are false, where the ratios are such
 */
export function foundDifferences(
  tables: TwoLevelComparison[][],
  differing: number,
  rule: Rule,
): { ratio: number; falseDiscoveries: number } {
  const random = seededRandom(1);
  const signs = tables.map((table) => drawn(table.length, differing, random));
  let [below, above] = [0, LARGEST];
  for (let halving = 0; halving < 9; halving++) {
    const middle = (below + above) / 2;
    const right = sum(outcomes(middle).map((outcome) => outcome.right)) / sum(signs.flat().map(Math.abs));
    if (right < FOUND) below = middle;
    else above = middle;
  }
  const falseShares = outcomes(above).map(({ right, wrong }) => (wrong === 0 ? 0 : wrong / (right + wrong)));
  return { ratio: Math.exp(above), falseDiscoveries: mean(falseShares) };

  /** @param difference as a log */
  function outcomes(difference: number) {
    return tables.map((table, each) =>
      falseVerdicts(
        table.map((comparison, index) => ({ ...comparison, difference: signs[each][index] * difference })),
        rule,
      ),
    );
  }
}

/** @returns 1 and −1 at chosen places, else 0 */
function drawn(length: number, differing: number, random: () => number): number[] {
  const order = Array.from({ length }, (_, index) => ({ index, key: random() })).sort((one, other) => one.key - other.key);
  const signs = new Array(length).fill(0);
  for (const { index } of order.slice(0, differing)) signs[index] = random() < 0.5 ? 1 : -1;
  return signs;
}
