/**
 * How often the interval of a ratio holds the truth, where it should in 95 of 100, and how wide it is, on simulated rounds of cells. docs/dev/evidence/statistics.md
 * has what it printed.
 *
 *   node bench/test/simulated/intervals.ts [runs]     1,500 runs by default, about a minute
 *
 * No test: it prints shares of random events.
 */
import process from 'node:process';
import { precision } from '../../analyse/comparison/comparison.ts';
import { ratioInterval } from '../../analyse/statistics/rate-ratio.ts';
import { NOISES, sample } from './rounds.ts';

const TRUTH = 1.1;

const runs = Number(process.argv[2] ?? 1500);
for (const rounds of [5, 10]) {
  for (const [name, noise] of Object.entries(NOISES)) {
    const intervals = Array.from({ length: runs }, (_, seed) => ratioInterval(sample(rounds, TRUTH, noise), seed));
    const held = intervals.filter(({ low, high }) => low <= TRUTH && TRUTH <= high).length / runs;
    const widths = intervals.map((interval) => Number(precision(interval))).sort((one, other) => one - other);
    const [usual, wide, widest] = [0.5, 0.95, 0.99].map((share) => `±${(100 * widths[Math.floor(share * runs)]).toFixed(0)} %`);
    console.log(
      `${rounds} rounds, ${name}: ${(100 * held).toFixed(1)} % hold the truth; half of them to ${usual}, 95 of 100 to ${wide}, 99 to ${widest}`,
    );
  }
}
