/**
 * Where the verdicts of a scenario come from: from its blocks, at the level of their users, or without blocks from its cells at the last stage.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Group} Group
 * @typedef {import('../analyse/types.js').BlockGroup} BlockGroup
 * @typedef {import('../analyse/types.js').StageFigures} StageFigures
 * @typedef {import('../analyse/types.js').StageOfRounds} StageOfRounds
 * @typedef {import('../analyse/types.js').Range} Range
 * @typedef {import('../analyse/types.js').Comparison} Comparison
 * @typedef {import('../analyse/statistics/verdict.js').Metric} Metric
 * @typedef {import('../analyse/cell/health.js').VoidReason} VoidReason
 * @typedef {object} Measured one target at the level of its scenario
 * @property {string} scenario
 * @property {string} target
 * @property {StageOfRounds | StageFigures | undefined} stage undefined where no cell has it
 * @property {{ rps: Range | null, cpuPer1000: Range | null } | null} ranges of several rounds of blocks; null where there are none
 * @property {boolean} isVoid are the figures those of a void cell or of void slices?
 * @property {VoidReason | null} voidReason the first; null where none is void
 * @property {boolean} isMeasured are there figures?
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

/** @param {Pick<Figures, 'blocks'>} figures @param {string} scenario @returns {BlockGroup[]} in the order of the targets; none without blocks */
export function blockGroupsOf({ blocks }, scenario) {
  return blocks.filter((group) => group.scenario === scenario);
}

/** @param {Pick<Figures, 'groups' | 'blocks'>} figures @param {string} scenario @returns {Measured[]} in the order of the targets */
export function measuredOf(figures, scenario) {
  if (isOfBlocks(figures, scenario)) {
    return blockGroupsOf(figures, scenario).map(({ target, stage, isVoid, voided, good }) => {
      const ranges = stage.rounds > 1 ? { rps: stage.rpsRange, cpuPer1000: stage.cpuPer1000Range } : null;
      return { scenario, target, stage, ranges, isVoid, voidReason: voided[0]?.voids[0] ?? null, isMeasured: good.length > 0 };
    });
  }
  return figures.groups
    .filter((group) => group.scenario === scenario)
    .map(({ target, stages, isVoid, cell }) => {
      const voidReason = cell?.voids[0] ?? null;
      return { scenario, target, stage: stages.at(-1), ranges: null, isVoid, voidReason, isMeasured: cell !== null };
    });
}

/**
 * @param {Pick<Figures, 'blocks'>} figures
 * @param {string} scenario with blocks
 * @returns {{ rounds: number, blocks: number }} in which something counts; a block that is void throughout is measured again
 */
export function sampleOf(figures, scenario) {
  const slices = blockGroupsOf(figures, scenario).flatMap((group) => group.slices.filter(({ voids }) => voids.length === 0));
  return {
    rounds: new Set(slices.map(({ round }) => round)).size,
    blocks: new Set(slices.map(({ round, block }) => `${round} ${block}`)).size,
  };
}

/**
 * @param {Figures} figures
 * @param {{ scenario: string, target: string, metric: Metric }} which
 * @returns {Comparison | null} null for the baseline, and where nothing valid could be compared
 */
export function comparisonAtLevel(figures, { scenario, target, metric }) {
  return isOfBlocks(figures, scenario)
    ? (of(figures, { scenario, target, metric }).find(({ blocks }) => blocks !== null) ?? null)
    : comparisonAtStage(figures, { scenario, target, metric, stage: figures.run.stages.length - 1 });
}

/**
 * @param {Figures} figures
 * @param {{ scenario: string, target: string, metric: Metric, stage: number }} which
 * @returns {Comparison | null} of cells; null for the baseline, and where nothing valid could be compared
 */
export function comparisonAtStage(figures, { stage, ...which }) {
  return of(figures, which).find((each) => each.blocks === null && each.stage === stage) ?? null;
}

/**
 * The staircase beside blocks is measured once: its ratios have no interval.
 * @param {Pick<Figures, 'groups' | 'baseline'>} figures
 * @param {{ scenario: string, target: string, metric: Metric, stage: number }} which
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

/** @param {Figures} figures @param {{ scenario: string, target: string, metric: Metric }} which */
function of({ comparisons }, { scenario, target, metric }) {
  return comparisons.filter((each) => each.scenario === scenario && each.target === target && each.metric === metric);
}
