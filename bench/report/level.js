import { blockGroupOf, blocksOf } from '../analyse/findings/scopes.js';

/**
 * Where the verdicts of a scenario come from: from its blocks, at the level of their users, or without blocks from its cells at the last stage.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').BlockGroup} BlockGroup
 * @typedef {import('../analyse/types.js').StageFigures} StageFigures
 * @typedef {import('../analyse/types.js').StageOfRounds} StageOfRounds
 * @typedef {import('../analyse/types.js').Range} Range
 * @typedef {import('../analyse/types.js').Comparison} Comparison
 * @typedef {import('../analyse/statistics/verdict.js').Metric} Metric
 * @typedef {{ scenario: string, target: string }} Pair
 * @typedef {object} Measured one target at the level of its scenario
 * @property {string} scenario
 * @property {string} target
 * @property {StageOfRounds | StageFigures | undefined} stage undefined where no cell has it
 * @property {[round: number, stage: StageFigures | null | undefined][]} rounds what of it counts in each
 * @property {{ rps: Range | null, cpuPer1000: Range | null } | null} ranges of several rounds of blocks; null where there are none
 * @property {boolean} isVoid are the figures those of a void cell or of void slices?
 * @property {import('../analyse/cell/health.js').VoidReason | null} voidReason the first; null where none is void
 * @property {boolean} isMeasured are there figures?
 * @property {BlockGroup | null} blocks null where the scenario has none
 */

/** @param {Pick<Figures, 'blocks'>} figures @param {string} scenario */
export function isOfBlocks({ blocks }, scenario) {
  return blocks.some((group) => group.scenario === scenario);
}

/** @param {Pick<Figures, 'run' | 'blocks'>} figures @param {string} scenario @returns {number} */
export function usersOf(figures, scenario) {
  const { run } = figures;
  return isOfBlocks(figures, scenario) ? run.blockVus : run.stages[run.stages.length - 1].vus;
}

/** @param {Pick<Figures, 'groups' | 'blocks'>} figures @param {Pair} pair @returns {Measured | null} null where the target does not serve the scenario */
export function levelOf(figures, { scenario, target }) {
  if (isOfBlocks(figures, scenario)) {
    const blocks = blockGroupOf(figures, { scenario, target });
    if (!blocks) return null;
    const { stage, isVoid, voided, good } = blocks;
    const ranges = stage.rounds > 1 ? { rps: stage.rpsRange, cpuPer1000: stage.cpuPer1000Range } : null;
    const rounds = blocks.rounds.map(({ round, throughput }) => /** @type {Measured['rounds'][number]} */ ([round, throughput]));
    return {
      scenario,
      target,
      stage,
      rounds,
      ranges,
      isVoid,
      voidReason: voided[0]?.voids[0] ?? null,
      isMeasured: good.length > 0,
      blocks,
    };
  }
  const group = figures.groups.find((each) => each.scenario === scenario && each.target === target);
  if (!group) return null;
  const { stages, isVoid, cell } = group;
  const rounds = cell ? [/** @type {Measured['rounds'][number]} */ ([cell.planned.round, cell.stages.at(-1)])] : [];
  const voidReason = cell?.voids[0] ?? null;
  return { scenario, target, stage: stages.at(-1), rounds, ranges: null, isVoid, voidReason, isMeasured: cell !== null, blocks: null };
}

/** @param {Pick<Figures, 'run' | 'groups' | 'blocks'>} figures @param {string} scenario @returns {Measured[]} in the order of the targets */
export function measuredOf(figures, scenario) {
  return figures.run.targets.flatMap((target) => levelOf(figures, { scenario, target }) ?? []);
}

/**
 * @param {Pick<Figures, 'blocks'>} figures
 * @param {string} scenario with blocks
 * @returns {{ rounds: number, blocks: number }} in which something counts; a block that is void throughout is measured again
 */
export function sampleOf(figures, scenario) {
  const slices = blocksOf(figures, scenario).flatMap((group) => group.slices.filter(({ voids }) => voids.length === 0));
  return {
    rounds: new Set(slices.map(({ round }) => round)).size,
    blocks: new Set(slices.map(({ round, block }) => `${round} ${block}`)).size,
  };
}

/**
 * @param {Figures} figures
 * @param {Pair & { metric: Metric }} which
 * @returns {Comparison | null} null for the baseline, and where nothing valid could be compared
 */
export function comparisonAtLevel(figures, which) {
  const { run, comparisons } = figures;
  if (!isOfBlocks(figures, which.scenario)) return comparisonAtStage(figures, { ...which, stage: run.stages.length - 1 });
  return comparisons.find((each) => each.blocks !== null && isOf(each, which)) ?? null;
}

/**
 * @param {Figures} figures
 * @param {Pair & { metric: Metric, stage: number }} which
 * @returns {Comparison | null} of cells; null for the baseline, and where nothing valid could be compared
 */
export function comparisonAtStage({ comparisons }, which) {
  return comparisons.find((each) => each.blocks === null && each.stage === which.stage && isOf(each, which)) ?? null;
}

/** @typedef {import('../analyse/findings/types.js').FindingOf<'not-compared'>['why']} WhyNotCompared */

/**
 * @param {Figures} figures
 * @param {Pair & { metric: string, stage?: number }} which without a stage the last one
 * @returns {WhyNotCompared | null} null for the baseline, and where it is compared or void
 */
export function whyNotCompared({ findings }, { stage, ...which }) {
  const found = findings.flatMap((finding) => (finding.kind === 'not-compared' && isOf(finding, which) ? [finding] : []));
  return (stage === undefined ? found.at(-1) : found.find((each) => each.stage === stage))?.why ?? null;
}

/**
 * The staircase beside blocks is measured once: its ratios have no interval.
 * @param {Pick<Figures, 'groups' | 'baseline'>} figures
 * @param {Pair & { metric: Metric, stage: number }} which
 * @returns {number | null} null where one of the two has no valid figure
 */
export function staircaseRatio({ groups, baseline }, { scenario, target, metric, stage }) {
  const figureOf = (/** @type {string} */ name) => {
    const group = groups.find((each) => each.scenario === scenario && each.target === name && !each.isVoid);
    return group?.stages[stage]?.[metric === 'throughput' ? 'rps' : 'cpuPer1000'];
  };
  const [own, base] = [figureOf(target), figureOf(baseline)];
  return own && base ? own / base : null;
}

/** @param {Pair & { metric: string }} one @param {Pair & { metric: string }} other */
function isOf(one, other) {
  return one.scenario === other.scenario && one.target === other.target && one.metric === other.metric;
}
