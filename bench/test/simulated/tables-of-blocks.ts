/** Simulated tables of blocks, of which the truth is known. */
import { tableNoise } from '../../analyse/statistics/noise.ts';
import { twoSidedP } from '../../analyse/statistics/student-t.ts';
import { twoLevelComparisons, type TwoLevelComparison } from '../../analyse/statistics/two-levels.ts';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS, benjaminiHochberg, verdict } from '../../analyse/statistics/verdict.ts';
import { mean } from '../../util/math.ts';
import { seededRandom } from '../../util/random.ts';
import { normal } from '../fixtures/normal.ts';
import type { Sample } from '../../analyse/statistics/rounds-of-blocks.ts';

/** of logs */
export interface Noise {
  /** of each round */
  blocks: number[];
  /** 4 by default */
  targets?: number;
  /** standard deviation of a slice */
  slice?: number;
  /** standard deviation of a JVM, the same in all blocks of a round */
  jvm?: number;
  /** share of slices with the noise DISTURBED instead */
  disturbed?: number;
  /** its index; 0 is the baseline. Its noise is twice that of the others */
  noisyTarget?: number | 'another in each scenario';
  /** how much noisier than that each scenario is; by default none */
  scenarios?: number[];
  /** share of slices that are missing */
  discardedSlices?: number;
}

/** of verdicts. `isShared`: does the noise of all scenarios count in each? */
export type Rule = { isShared: boolean; adjust: (pValues: number[]) => number[] };

/** `difference`: the true one, as a log */
type Member = TwoLevelComparison & { difference: number };

/** As reports have it. */
export const RULE: Rule = { isShared: true, adjust: benjaminiHochberg };

const SCENARIOS = 4;
/** Of a scenario that is compared by itself. */
const ALONE = { ofTargets: new Map(), elsewhere: null };
const SLICE = 0.06;
const JVM = 0.04;
/** Five times noisier than a slice. */
const DISTURBED = 5 * SLICE;
/** What the machine does to all targets alike. */
const DRIFT_OF_ROUND = 0.1;
const DRIFT_OF_BLOCK = 0.1;
const BOTH = { slice: SLICE, jvm: JVM };
const LEVELS = { blocks: { slice: SLICE }, rounds: { jvm: JVM }, both: BOTH };
/** The blocks of each round; a run of a given time has one in its first round. */
const PLANS = { '3 × 5': [5, 5, 5], '5 × 5': [5, 5, 5, 5, 5], '3 × 2': [2, 2, 2], '1 + 4 + 4': [1, 4, 4], '1 + 5 + 5 + 2': [1, 5, 5, 2] };

type Plan = keyof typeof PLANS;

function levels(plan: Plan, disturbed = 0): Record<string, Noise> {
  const words = disturbed ? '; a tenth of the slices disturbed' : '';
  return Object.fromEntries(
    Object.entries(LEVELS).map(([level, noise]) => [`${plan}, 4, ${level}${words}`, { blocks: PLANS[plan], disturbed, ...noise }]),
  );
}

function inBoth(plan: Plan, words: string, noise: Partial<Noise>): Record<string, Noise> {
  return { [`${plan}, ${noise.targets ?? 4}, both${words}`]: { ...BOTH, blocks: PLANS[plan], ...noise } };
}

const NOISY_TARGET = '; one target twice as noisy';
const NOISY_BASELINE = '; baseline twice as noisy';

export const BLOCK_CASES: Record<string, Noise> = {
  ...levels('3 × 5'),
  ...levels('3 × 5', 0.1),
  ...levels('5 × 5'),
  ...levels('5 × 5', 0.1),
  ...levels('3 × 2'),
  ...levels('3 × 2', 0.1),
  ...levels('1 + 4 + 4'),
  ...levels('1 + 5 + 5 + 2'),
  ...inBoth('3 × 5', NOISY_TARGET, { noisyTarget: 1 }),
  ...inBoth('5 × 5', NOISY_TARGET, { noisyTarget: 1 }),
  ...inBoth('3 × 2', NOISY_TARGET, { noisyTarget: 1 }),
  ...inBoth('3 × 2', '; another target twice as noisy in each scenario', { noisyTarget: 'another in each scenario' }),
  ...inBoth('3 × 5', NOISY_BASELINE, { noisyTarget: 0 }),
  ...inBoth('5 × 5', NOISY_BASELINE, { noisyTarget: 0 }),
  ...inBoth('3 × 2', NOISY_BASELINE, { noisyTarget: 0 }),
  ...inBoth('3 × 5', NOISY_TARGET, { targets: 8, noisyTarget: 1 }),
  ...inBoth('3 × 2', NOISY_BASELINE, { targets: 8, noisyTarget: 0 }),
  ...inBoth('3 × 2', '; one scenario twice as noisy', { scenarios: [2] }),
  ...inBoth('3 × 2', '; two scenarios twice as noisy', { scenarios: [2, 2] }),
  ...inBoth('3 × 2', '; one scenario three times as noisy', { scenarios: [3] }),
  ...inBoth('3 × 2', '; one scenario with a tenth of the noise', { scenarios: [0.1] }),
  ...inBoth('5 × 5', '; one scenario twice as noisy', { scenarios: [2] }),
  ...inBoth('3 × 5', '; a fifth of the slices discarded', { discardedSlices: 0.2 }),
  ...inBoth('3 × 2', '; a fifth of the slices discarded', { discardedSlices: 0.2 }),
  ...inBoth('3 × 5', '', { targets: 2 }),
  ...inBoth('5 × 5', '', { targets: 2 }),
  ...inBoth('3 × 2', '; one scenario twice as noisy', { targets: 2, scenarios: [2] }),
};

/** @returns shares; `leastCovered`: of the target, or the scenario, whose intervals hold the truth least often */
export function simulateTables({ tables, noise, seed, rule = RULE }: { tables: number; noise: Noise; seed: number; rule?: Rule }): {
  covered: number;
  leastCovered: number;
  falseTables: number;
  halfWidth: number;
  simulated: TwoLevelComparison[][];
} {
  const random = seededRandom(seed);
  const simulated = Array.from({ length: tables }, () => comparedTable(simulatedScenarios(noise, random), rule));
  const found = simulated.flat().map(({ target, scenario, low, high }) => ({ target, scenario, low: Number(low), high: Number(high) }));
  const coverage = (members: typeof found) => mean(members.map(({ low, high }) => Number(low <= 1 && high >= 1)));
  const kinds = (['target', 'scenario'] as const).flatMap((kind) =>
    [...new Set(found.map((each) => each[kind]))].map((name) => found.filter((each) => each[kind] === name)),
  );
  return {
    covered: coverage(found),
    leastCovered: Math.min(...kinds.map(coverage)),
    falseTables: mean(simulated.map((members) => Number(falseVerdicts(members.map(alike), rule).wrong > 0))),
    halfWidth: mean(found.map(({ low, high }) => Math.sqrt(high / low) - 1)),
    simulated,
  };
}

/** Of two targets that do not differ. */
export function alike(comparison: TwoLevelComparison): Member {
  return { ...comparison, difference: 0 };
}

export type Scenario = { targets: string[]; samples: Sample[] };

/** All scenarios of one metric; nothing differs. */
export function simulatedScenarios(noise: Noise, random: () => number): Scenario[] {
  const targets = Array.from({ length: noise.targets ?? 4 }, (_, index) => `t${index}`);
  return Array.from({ length: SCENARIOS }, (_, scenario) => {
    const noisyTarget = noise.noisyTarget === 'another in each scenario' ? scenario % targets.length : noise.noisyTarget;
    const { slice = 0, jvm = 0, scenarios = [] } = noise;
    const scale = scenarios[scenario] ?? 1;
    return { targets, samples: simulatedBlocks(targets, { ...noise, slice: scale * slice, jvm: scale * jvm, noisyTarget }, random) };
  });
}

/** @returns all that have an interval */
export function comparedTable(scenarios: Scenario[], { isShared }: Rule): (TwoLevelComparison & { scenario: number })[] {
  const known = isShared ? tableNoise(scenarios) : [];
  return scenarios
    .flatMap(({ samples, targets }, scenario) =>
      twoLevelComparisons(samples, { targets, baseline: targets[0] }, known[scenario] ?? ALONE).map((found) => ({ ...found, scenario })),
    )
    .filter(({ pValue }) => pValue !== null);
}

/** @param members of one table @returns verdicts; `wrong`: where nothing differs, or the other way round */
export function falseVerdicts(members: Member[], { adjust }: Pick<Rule, 'adjust'>): { right: number; wrong: number } {
  const shifted = members.map(({ logRatio, difference, ...rest }) => ({ ...rest, difference, logRatio: logRatio + difference }));
  const pValues = shifted.map(({ logRatio, standardError, degrees }) => twoSidedP(logRatio, Number(standardError), Number(degrees)));
  const adjusted = adjust(pValues);
  const outcomes = shifted.map(({ rounds, ratio, low, high, difference }, index) => {
    const times = Math.exp(difference);
    const interval = { ratio: ratio * times, low: Number(low) * times, high: Number(high) * times };
    const adjustedP = rounds < ROUNDS_FOR_VERDICT_OF_BLOCKS ? null : adjusted[index];
    const { kind } = verdict({ metric: 'throughput', ...interval, adjustedP, notComparable: null, floor: null });
    if (kind !== 'faster' && kind !== 'slower') return null;
    return kind === (difference > 0 ? 'faster' : difference < 0 ? 'slower' : null);
  });
  return { right: outcomes.filter((isRight) => isRight === true).length, wrong: outcomes.filter((isRight) => isRight === false).length };
}

/** @returns of one scenario */
export function simulatedBlocks(
  names: string[],
  { blocks, slice = 0, jvm = 0, disturbed = 0, noisyTarget, discardedSlices = 0 }: Noise & { noisyTarget?: number },
  random: () => number,
): Sample[] {
  const scale = names.map((_, index) => (index === noisyTarget ? 2 : 1));
  return blocks.flatMap((ofRound, round) => {
    const drift = DRIFT_OF_ROUND * normal(random);
    const jvms = scale.map((each) => each * jvm * normal(random));
    return Array.from({ length: ofRound }, (_, block) => {
      const common = drift + DRIFT_OF_BLOCK * normal(random);
      const measured = names.flatMap((name, index) => {
        const sd = scale[index] * (random() < disturbed ? DISTURBED : slice);
        const value = common + jvms[index] + sd * normal(random);
        return random() < discardedSlices ? [] : [[name, value]];
      });
      return { round: round + 1, block: block + 1, values: Object.fromEntries(measured) };
    });
  });
}
