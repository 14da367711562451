/**
 * How often the interval of a ratio from blocks holds the truth, where it should in 95 of 100, how wide it is, and how many tables without a
 * true difference have a verdict, on simulated rounds of blocks. docs/evidence/statistics.md has what it printed.
 *
 *   node bench/test/simulated/blocks.js [tables]     1,500 tables a case by default, about a minute
 *
 * No test: it prints shares of random events. test/unit/analyse/simulated-blocks.test.js asserts some of them.
 */
import process from 'node:process';
import { BLOCK_CASES, simulateTables } from './tables-of-blocks.js';

const tables = Number(process.argv[2] ?? 1500);
console.log(
  '| rounds × blocks, targets, noise | intervals that hold the truth | of the target with the fewest | tables with a false verdict | half-width, mean |',
);
console.log('| --- | --: | --: | --: | --: |');
for (const [name, noise] of Object.entries(BLOCK_CASES)) {
  const { covered, leastCovered, falseTables, halfWidth } = simulateTables({ tables, noise, seed: 1 });
  const shares = [covered, leastCovered, falseTables].map((share) => `${(100 * share).toFixed(1)} %`);
  console.log(`| ${name} | ${shares.join(' | ')} | ±${(100 * halfWidth).toFixed(1)} % |`);
}
