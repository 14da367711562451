/** Simulated tables of blocks, of which the truth is known: no target differs. */
import { holm } from '../../analyse/statistics/holm.js';
import { twoLevelComparisons } from '../../analyse/statistics/two-levels.js';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS, verdict } from '../../analyse/statistics/verdict.js';
import { mean } from '../../util/math.js';
import { seededRandom } from '../../util/random.js';
import { normal } from '../fixtures/normal.js';

/**
 * @typedef {import('../../analyse/statistics/two-levels.js').Sample} Sample
 * @typedef {object} Noise of logs
 * @property {number} rounds
 * @property {number} blocks of each round
 * @property {number} [targets] 4 by default
 * @property {number} [slice] standard deviation of a slice
 * @property {number} [jvm] standard deviation of a JVM, the same in all blocks of a round
 * @property {number} [disturbed] share of slices with the noise DISTURBED instead
 * @property {number} [noisyTarget] its index; 0 is the baseline. Its noise is twice that of the others
 * @property {number} [voidSlices] share of slices that are missing
 */

const SCENARIOS = 4;
const SLICE = 0.06;
const JVM = 0.04;
/** Five times noisier than a slice. */
const DISTURBED = 5 * SLICE;
/** What the machine does to all targets alike. */
const DRIFT_OF_ROUND = 0.1;
const DRIFT_OF_BLOCK = 0.1;

/** @param {number} rounds @param {number} blocks @returns {Record<string, Noise>} */
function levels(rounds, blocks) {
  const noises = { blocks: { slice: SLICE }, rounds: { jvm: JVM }, both: { slice: SLICE, jvm: JVM } };
  return Object.fromEntries(
    [0, 0.1].flatMap((disturbed) =>
      Object.entries(noises).map(([level, noise]) => [
        `${rounds} × ${blocks}, 4, ${level}${disturbed ? '; a tenth of the slices disturbed' : ''}`,
        { rounds, blocks, disturbed, ...noise },
      ]),
    ),
  );
}

const both = { blocks: 5, slice: SLICE, jvm: JVM };

/** @type {Record<string, Noise>} */
export const BLOCK_CASES = {
  ...levels(3, 5),
  ...levels(5, 5),
  ...levels(3, 2),
  '3 × 5, 4, both; one target twice as noisy': { ...both, rounds: 3, noisyTarget: 1 },
  '5 × 5, 4, both; one target twice as noisy': { ...both, rounds: 5, noisyTarget: 1 },
  '3 × 2, 4, both; one target twice as noisy': { ...both, rounds: 3, blocks: 2, noisyTarget: 1 },
  '3 × 5, 4, both; baseline twice as noisy': { ...both, rounds: 3, noisyTarget: 0 },
  '5 × 5, 4, both; baseline twice as noisy': { ...both, rounds: 5, noisyTarget: 0 },
  '3 × 5, 8, both; one target twice as noisy': { ...both, rounds: 3, targets: 8, noisyTarget: 1 },
  '3 × 5, 4, both; a fifth of the slices void': { ...both, rounds: 3, voidSlices: 0.2 },
  '3 × 2, 4, both; a fifth of the slices void': { ...both, rounds: 3, blocks: 2, voidSlices: 0.2 },
  '3 × 5, 2, both': { ...both, rounds: 3, targets: 2 },
  '5 × 5, 2, both': { ...both, rounds: 5, targets: 2 },
};

/**
 * @param {{ tables: number, noise: Noise, seed: number }} simulation
 * @returns {{ covered: number, leastCovered: number, falseTables: number, halfWidth: number }} shares; `leastCovered`: of the target whose intervals
 *   hold the truth least often
 */
export function simulateTables({ tables, noise, seed }) {
  const random = seededRandom(seed);
  const simulated = Array.from({ length: tables }, () => table(noise, random));
  const found = simulated.flat();
  const coverage = (/** @type {typeof found} */ members) => mean(members.map(({ low, high }) => Number(low <= 1 && high >= 1)));
  const targets = new Set(found.map(({ target }) => target));
  return {
    covered: coverage(found),
    leastCovered: Math.min(...[...targets].map((name) => coverage(found.filter(({ target }) => target === name)))),
    falseTables: mean(simulated.map((members) => Number(members.some(({ kind }) => kind === 'faster' || kind === 'slower')))),
    halfWidth: mean(found.map(({ low, high }) => Math.sqrt(high / low) - 1)),
  };
}

/** All scenarios and targets of one metric. @param {Noise} noise @param {() => number} random */
function table(noise, random) {
  const names = Array.from({ length: noise.targets ?? 4 }, (_, index) => `t${index}`);
  const compared = Array.from({ length: SCENARIOS }, () =>
    twoLevelComparisons(simulatedBlocks(names, noise, random), { targets: names, baseline: names[0] }),
  )
    .flat()
    .filter(({ pValue }) => pValue !== null);
  const adjusted = holm(compared.map(({ pValue }) => Number(pValue)));
  return compared.map((member, index) => {
    const { kind } = verdict({
      metric: 'throughput',
      ...member,
      leastRounds: ROUNDS_FOR_VERDICT_OF_BLOCKS,
      adjustedP: adjusted[index],
      floor: null,
    });
    return { target: member.target, kind, low: Number(member.low), high: Number(member.high) };
  });
}

/**
 * @param {string[]} names
 * @param {Noise} noise
 * @param {() => number} random
 * @returns {Sample[]} of one scenario
 */
export function simulatedBlocks(names, { rounds, blocks, slice = 0, jvm = 0, disturbed = 0, noisyTarget, voidSlices = 0 }, random) {
  const scale = names.map((_, index) => (index === noisyTarget ? 2 : 1));
  return Array.from({ length: rounds }, (_, round) => {
    const drift = DRIFT_OF_ROUND * normal(random);
    const jvms = scale.map((each) => each * jvm * normal(random));
    return Array.from({ length: blocks }, (__, block) => {
      const common = drift + DRIFT_OF_BLOCK * normal(random);
      const measured = names.flatMap((name, index) => {
        const sd = scale[index] * (random() < disturbed ? DISTURBED : slice);
        const value = common + jvms[index] + sd * normal(random);
        return random() < voidSlices ? [] : [[name, value]];
      });
      return { round: round + 1, block: block + 1, values: Object.fromEntries(measured) };
    });
  }).flat();
}
