/**
 * How often a table of comparisons shows a difference where there is none, and how often one of 10 % where each has it, on simulated pairs of
 * rounds of which the truth is known: the statistics of rounds without blocks. docs/dev/evidence/statistics.md has what it printed; blocks.ts has the
 * same of blocks.
 *
 *   node bench/test/simulated/families.ts [runs]      400 runs by default, about 7 min
 *
 * No test: it prints shares of random events.
 */
import process from 'node:process';
import { decided } from '../../analyse/comparison/comparison.ts';
import { ratioInterval, tTest } from '../../analyse/statistics/rate-ratio.ts';
import { NOISES, sample } from './rounds.ts';

const DIFFERENT = 0.9;

/** @returns how many of its comparisons are called a difference */
function differences(rounds: number, size: number, ratio: number, noise: () => number, seed: number): number {
  const what = { scenario: 'simulated', target: 'other', vus: 1, metric: 'throughput' as const, notComparable: null, arithmetic: null };
  const common = { ...what, rounds, blocks: 0, roundRatios: [], floorRounds: rounds };
  const members = Array.from({ length: size }, () => {
    const drawn = sample(rounds, ratio, noise);
    return { ...common, ...ratioInterval(drawn, seed), pValue: tTest(drawn) };
  });
  return decided(members, null).filter(({ kind }) => kind !== 'same').length;
}

const runs = Number(process.argv[2] ?? 400);
for (const [rounds, size] of [
  [5, 4],
  [10, 4],
  [10, 12],
]) {
  for (const [name, noise] of Object.entries(NOISES)) {
    const found = (ratio: number) => Array.from({ length: runs }, (_, seed) => differences(rounds, size, ratio, noise, seed));
    const wrong = found(1).filter((count) => count > 0).length / runs;
    const right = found(DIFFERENT).reduce((sum, count) => sum + count, 0) / runs / size;
    const [error, power] = [wrong, right].map((share) => `${(100 * share).toFixed(1)} %`);
    console.log(
      `${rounds} rounds, ${size} comparisons, ${name}: ${error} of tables without a difference show one; ${power} of differences are shown`,
    );
  }
}
