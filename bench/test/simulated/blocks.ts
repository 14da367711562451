/**
 * Of ratios from blocks, on simulated rounds: how often an interval holds the truth, where it should in 95 of 100, how wide it is, how many tables
 * without a true difference have a verdict, which share of the verdicts is false where some ratios differ, and which ratio is found in 80 of 100.
 * Each figure before (Holm's correction, each scenario by itself, all targets taken to be equally noisy) and after. docs/dev/evidence/statistics.md has what it printed.
 *
 *   node bench/test/simulated/blocks.ts [tables]     1,500 tables a case by default, about 3 minutes
 *
 * No test: it prints shares of random events. test/unit/analyse/two-levels.test.ts asserts some of them.
 */
import process from 'node:process';
import { mean, sum } from '../../util/math.ts';
import { seededRandom } from '../../util/random.ts';
import { BLOCK_CASES, RULE, falseVerdicts, simulateTables, type Noise, type Rule } from './tables-of-blocks.ts';
import type { TwoLevelComparison } from '../../analyse/statistics/two-levels.ts';

/** Share of the differences that are to be found. */
const FOUND = 0.8;
const LARGEST = Math.log(8);

const tables = Number(process.argv[2] ?? 1500);
const RULES = [{ isShared: false, adjust: holm }, RULE];
/** Of twelve comparisons. */
const DIFFERING = [1, 4, 8];
/** A difference that is found in 80 of 100 needs fewer tables than a share near 0, and takes longer. */
const SHARE_OF_TABLES = 1 / 3;

/** Three rounds of two blocks, four targets, nothing discarded. */
const hasDifferences = ({ blocks, targets = 4, discardedSlices = 0 }: Noise) =>
  String(blocks) === '2,2,2' && targets === 4 && discardedSlices === 0;

const percent = (share: number) => (100 * share).toFixed(1);

function figures(noise: Noise, rule: Rule): string[] {
  const { covered, leastCovered, falseTables, halfWidth, simulated } = simulateTables({ tables, noise, seed: 1, rule });
  const some = simulated.slice(0, Math.ceil(tables * SHARE_OF_TABLES));
  const differences = hasDifferences(noise) ? DIFFERING.map((differing) => foundDifferences(some, differing, rule)) : [];
  const most = Math.max(...differences.map(({ falseDiscoveries }) => falseDiscoveries));
  return [
    ...[covered, leastCovered, falseTables].map(percent),
    `±${percent(halfWidth)}`,
    differences.length > 0 ? percent(most) : '',
    ...DIFFERING.map((_, index) => (differences[index] ? `×${differences[index].ratio.toFixed(2)}` : '')),
  ];
}

const columns = [
  ...['rounds × blocks, targets, noise', 'intervals that hold the truth, %', 'the same of the target or scenario with the fewest, %'],
  ...['tables with a false verdict, %', 'half-width, mean, %', 'false verdicts where some differ, %'],
  ...DIFFERING.map((differing) => `found in 80 % where ${differing} differ${differing === 1 ? 's' : ''}`),
];
console.log(`| ${columns.join(' | ')} |`);
console.log(`| --- |${' --: |'.repeat(columns.length - 1)}`);
for (const [name, noise] of Object.entries(BLOCK_CASES)) {
  const [before, after] = RULES.map((rule) => figures(noise, rule));
  const cells = before.map((figure, column) => (figure === '' ? '' : `${figure} → ${after[column]}`));
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}

/**
 * @param made in which nothing differs
 * @param differing comparisons of each table, drawn by chance; half of them faster
 * @returns `ratio`: of which FOUND are shown, by bisection; `falseDiscoveries`: mean share of the verdicts of
 * a table that are false, where the ratios are such
 */
function foundDifferences(made: TwoLevelComparison[][], differing: number, rule: Rule): { ratio: number; falseDiscoveries: number } {
  const random = seededRandom(1);
  const signs = made.map((table) => drawn(table.length, differing, random));
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
    return made.map((table, each) =>
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

/**
 * Holm's step-down correction ('A Simple Sequentially Rejective Multiple Test Procedure', Scandinavian Journal of Statistics 6, 1979), which
 * verdicts had before, to compare with: of many tables without a difference, at most 5 of 100 show one.
 * @param pValues of one family
 * @returns adjusted, in the same order
 */
function holm(pValues: number[]): number[] {
  const order = pValues.map((_, index) => index).sort((one, other) => pValues[one] - pValues[other]);
  const adjusted = new Array(pValues.length);
  let largest = 0;
  order.forEach((index, rank) => {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * pValues[index]));
    adjusted[index] = largest;
  });
  return adjusted;
}
