/** How large a difference must be to be found, and how many of the differences shown are false, on simulated tables. */
import { mean, sum } from '../../util/math.js';
import { seededRandom } from '../../util/random.js';
import { falseVerdicts } from './tables-of-blocks.js';

/** Share of the differences that are to be found. */
const FOUND = 0.8;
const LARGEST = Math.log(8);

/**
 * @param {import('../../analyse/statistics/two-levels.js').TwoLevelComparison[][]} tables in which nothing differs
 * @param {number} differing comparisons of each table, drawn by chance; half of them faster
 * @param {import('./tables-of-blocks.js').Rule} rule
 * @returns {{ ratio: number, falseDiscoveries: number }} `ratio`: of which FOUND are shown, by bisection; `falseDiscoveries`: mean share of the verdicts of
 *   a table that are false, where the ratios are such
 */
export function foundDifferences(tables, differing, rule) {
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

  /** @param {number} difference as a log */
  function outcomes(difference) {
    return tables.map((table, each) =>
      falseVerdicts(
        table.map((comparison, index) => ({ ...comparison, difference: signs[each][index] * difference })),
        rule,
      ),
    );
  }
}

/** @param {number} length @param {number} differing @param {() => number} random @returns {number[]} 1 and −1 at chosen places, else 0 */
function drawn(length, differing, random) {
  const order = Array.from({ length }, (_, index) => ({ index, key: random() })).sort((one, other) => one.key - other.key);
  const signs = new Array(length).fill(0);
  for (const { index } of order.slice(0, differing)) signs[index] = random() < 0.5 ? 1 : -1;
  return signs;
}
