/**
 * Of ratios from blocks, on simulated rounds: how often an interval holds the truth, where it should in 95 of 100, how wide it is, how many tables
 * without a true difference have a verdict, which share of the verdicts is false where some ratios differ, and which ratio is found in 80 of 100.
 * Each figure before (Holm's correction, each scenario by itself, all targets taken to be equally noisy) and after. docs/dev/evidence/statistics.md has what it printed.
 *
 *   node bench/test/simulated/blocks.ts [tables]     1,500 tables a case by default, about 3 minutes
 *
 * No test: it prints shares of random events. test/unit/analyse/simulated-blocks.test.ts asserts some of them.
 */
import process from 'node:process';
import { foundDifferences } from './differences.ts';
import { holm } from './holm.ts';
import { BLOCK_CASES, RULE, simulateTables, type Noise, type Rule } from './tables-of-blocks.ts';

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
