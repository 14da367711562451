/**
 * How wide the intervals of a run become where the planner chooses the blocks of every round from the noise so far, how many rounds it makes of the time,
 * and how often an interval holds the truth. docs/dev/evidence/statistics.md has what it printed.
 *
 *   node bench/test/simulated/planner.ts [runs]     1,500 runs a line by default, half a minute
 *
 * No test: it prints shares of random events.
 */
import process from 'node:process';
import { noiseComponents, twoLevelComparisons } from '../../analyse/statistics/two-levels.ts';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../../analyse/statistics/verdict.ts';
import { nextRound, type ScenarioState } from '../../plan/allocation.ts';
import { mean } from '../../util/math.ts';
import { seededRandom } from '../../util/random.ts';
import { simulatedBlocks } from './tables-of-blocks.ts';
import type { Sample } from '../../analyse/statistics/rounds-of-blocks.ts';

const TARGETS = ['t0', 't1', 't2', 't3'];
/** As on two cores: JVMs and warm-up of a round, four slices of 5 s with their gaps. */
const COSTS = { jvmSeconds: 17, costRoundSeconds: 45, costBlockSeconds: 24 };
const MINUTES = [8, 20, 60];
const NOISES = {
  'in blocks': { slice: 0.06 },
  'in rounds': { jvm: 0.04 },
  'in both': { slice: 0.06, jvm: 0.04 },
};

function stateOf(samples: Sample[]): ScenarioState {
  const rounds = new Set(samples.map(({ round }) => round)).size;
  return {
    scenario: 'read',
    targets: TARGETS.length,
    others: 0,
    ...noiseComponents(samples, TARGETS),
    rounds,
    blocksSoFar: samples.length,
    halfWidth: null,
    ...COSTS,
  };
}

/** @param seconds after the first round, which has one block */
function simulatedRun(noise: { slice?: number; jvm?: number }, seconds: number, random: () => number) {
  const round = (number: number, blocks: number) =>
    simulatedBlocks(TARGETS, { blocks: [blocks], ...noise }, random).map((sample) => ({ ...sample, round: number }));
  const samples = round(1, 1);
  let remainingSeconds = seconds;
  for (let rounds = 1; ; rounds++) {
    const limits = { remainingSeconds, targetHalfWidth: null, leastRounds: ROUNDS_FOR_VERDICT_OF_BLOCKS, jvmSeconds: COSTS.jvmSeconds };
    const planned = nextRound([stateOf(samples)], limits);
    if (planned === null) return { rounds, found: twoLevelComparisons(samples, { targets: TARGETS, baseline: TARGETS[0] }) };
    samples.push(...round(rounds + 1, planned.scenarios[0].blocks));
    remainingSeconds -= planned.seconds;
  }
}

const runs = Number(process.argv[2] ?? 1500);
console.log('| minutes | noise | rounds, mean | intervals that hold the truth | half-width, mean |');
console.log('| --: | --- | --: | --: | --: |');
for (const minutes of MINUTES) {
  for (const [level, noise] of Object.entries(NOISES)) {
    const random = seededRandom(1);
    const simulated = Array.from({ length: runs }, () => simulatedRun(noise, 60 * minutes, random));
    const intervals = simulated.flatMap(({ found }) => found.map(({ low, high }) => ({ low: Number(low), high: Number(high) })));
    const covered = mean(intervals.map(({ low, high }) => Number(low <= 1 && high >= 1)));
    const halfWidth = mean(intervals.map(({ low, high }) => Math.sqrt(high / low) - 1));
    const figures = [
      mean(simulated.map(({ rounds }) => rounds)).toFixed(1),
      `${(100 * covered).toFixed(1)} %`,
      `±${(100 * halfWidth).toFixed(1)} %`,
    ];
    console.log(`| ${minutes} | ${level} | ${figures.join(' | ')} |`);
  }
}
