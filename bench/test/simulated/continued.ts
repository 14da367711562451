/**
 * What it does to verdicts and intervals that a user looks at a run, and continues it until there is any verdict, where nothing differs.
 * docs/dev/evidence/statistics.md has what it printed.
 *
 *   node bench/test/simulated/continued.ts [tables]     4,000 tables a line by default, about 3 minutes
 *
 * No test: it prints shares of random events.
 */
import process from 'node:process';
import { mean } from '../../util/math.ts';
import { seededRandom } from '../../util/random.ts';
import { RULE, alike, comparedTable, falseVerdicts, simulatedScenarios, type Scenario } from './tables-of-blocks.ts';

const BLOCKS = 2;
/** Rounds after which the user looks. */
const LOOKS = [[3], [12], [3, 5], [3, 5, 8], [3, 5, 8, 10, 12]];
const NOISES = { 'in both': {}, 'in both; baseline twice as noisy': { noisyTarget: 0 } };

function stopped(scenarios: Scenario[], looks: number[]) {
  for (const rounds of looks) {
    const seen = scenarios.map(({ targets, samples }) => ({ targets, samples: samples.filter(({ round }) => round <= rounds) }));
    const found = comparedTable(seen, RULE);
    const isFalse = falseVerdicts(found.map(alike), RULE).wrong > 0;
    if (isFalse || rounds === looks.at(-1)) return { found, isFalse, rounds };
  }
  throw new Error('no looks');
}

const tables = Number(process.argv[2] ?? 4000);
console.log('| noise | looks after round | tables with a false verdict, % | intervals that hold the truth, % | rounds, mean |');
console.log('| --- | --- | --: | --: | --: |');
for (const [name, noise] of Object.entries(NOISES)) {
  const random = seededRandom(1);
  const rounds = Math.max(...LOOKS.flat());
  const simulated = Array.from({ length: tables }, () =>
    simulatedScenarios({ slice: 0.06, jvm: 0.04, blocks: new Array(rounds).fill(BLOCKS), ...noise }, random),
  );
  for (const looks of LOOKS) {
    const ends = simulated.map((scenarios) => stopped(scenarios, looks));
    const falseTables = mean(ends.map(({ isFalse }) => Number(isFalse)));
    const covered = mean(ends.flatMap(({ found }) => found.map(({ low, high }) => Number(Number(low) <= 1 && Number(high) >= 1))));
    const figures = [falseTables, covered].map((share) => (100 * share).toFixed(1));
    console.log(`| ${name} | ${looks.join(', ')} | ${figures.join(' | ')} | ${mean(ends.map((end) => end.rounds)).toFixed(1)} |`);
  }
}
