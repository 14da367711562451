/** The order of a run, drawn from a seed that the bundle records, so that it can be drawn again. */
import { randomOfRound, seededRandom, shuffled } from '../util/random.js';

/** @typedef {import('../record/run.js').PlannedCell} PlannedCell */
/** @typedef {import('../record/run.js').PlannedSequence} PlannedSequence */
/** @typedef {{ cells: PlannedCell[], sequences: PlannedSequence[] }} PlannedRound */

/** @typedef {Pick<import('../record/run.js').Plan, 'targets' | 'scenarios' | 'seed' | 'blocks'>} OrderPlan */

/**
 * @typedef {object} Traits of scenarios
 * @property {(scenario: string) => boolean} costsJvm does it cost some target its JVM?
 * @property {(scenario: string) => boolean} hasBlocks is it measured in blocks?
 * @property {(scenario: string, target: string) => boolean} fits is the pair measured?
 * @property {(scenario: string, target: string) => number} backlogSeconds for which the target still answers after the load, 0 where requests do not pile up
 */

/**
 * Each round shuffles the scenarios, and for each scenario the targets of its first block. Every second block reverses the one before: over
 * two blocks each target is as early as it is late. In the first round the staircases of all targets come before the blocks of their scenario, in
 * the order of its first block, but those that leave a long backlog come first: the next one need not wait for it.
 *
 * Scenarios that cost some target its JVM come last, because the warm-up of all other scenarios would be lost with it. Pairs that are not
 * measured are left out after the drawing.
 * @param {OrderPlan} plan
 * @param {number} round
 * @param {Traits} traits
 * @param {{ after?: number, blocks?: Record<string, number> }} [how] `after`: what is already planned; `blocks` of each scenario that the round has, by
 *   default the plan's for all scenarios
 * @returns {PlannedRound}
 */
export function planRound({ targets, scenarios, seed, blocks }, round, { costsJvm, hasBlocks, fits, backlogSeconds }, how = {}) {
  const random = randomOfRound(seed, round);
  const drawn = shuffled(scenarios, random).map((scenario) => ({ scenario, order: shuffled(targets, random), next: random() }));
  const costlyLast = [...drawn.filter(({ scenario }) => !costsJvm(scenario)), ...drawn.filter(({ scenario }) => costsJvm(scenario))];
  const wanted = how.blocks ?? Object.fromEntries(scenarios.map((scenario) => [scenario, blocks]));
  const pending = /** @type {const} */ ({ state: 'pending', reason: null });
  let order = how.after ?? 0;
  /** @type {PlannedRound} */
  const planned = { cells: [], sequences: [] };
  for (const { scenario, order: drawnOrder, next } of costlyLast) {
    const own = drawnOrder.filter((target) => fits(scenario, target));
    const staircases = own.toSorted((one, other) => backlogSeconds(scenario, other) - backlogSeconds(scenario, one));
    if (round === 1) planned.cells.push(...staircases.map((target) => ({ scenario, target, round, order: ++order, ...pending })));
    const count = hasBlocks(scenario) && own.length > 0 ? (wanted[scenario] ?? 0) : 0;
    if (count > 0) planned.sequences.push({ scenario, round, part: 1, order: ++order, blocks: blockOrders(own, count, next), ...pending });
  }
  return planned;
}

/**
 * @param {OrderPlan & { rounds: number }} plan
 * @param {Traits} traits
 * @returns {PlannedRound} all rounds together
 */
export function planRounds(plan, traits) {
  /** @type {PlannedRound} */
  const all = { cells: [], sequences: [] };
  for (let round = 1; round <= plan.rounds; round++) {
    const { cells, sequences } = planRound(plan, round, traits, { after: all.cells.length + all.sequences.length });
    all.cells.push(...cells);
    all.sequences.push(...sequences);
  }
  return all;
}

/**
 * @template {{ round: number }} Part
 * @param {Part[]} parts in order
 * @returns {Part[][]} by round
 */
export function byRound(parts) {
  return neighbours(parts, (one, other) => one.round === other.round);
}

/**
 * @template {{ scenario: string, round: number }} Part
 * @param {Part[]} parts in order
 * @returns {Part[][]} by scenario and round: what is compared
 */
export function comparedTogether(parts) {
  return neighbours(parts, (one, other) => one.scenario === other.scenario && one.round === other.round);
}

/**
 * @template Part
 * @param {Part[]} parts in order
 * @param {(one: Part, other: Part) => boolean} belongTogether
 * @returns {Part[][]} those that follow each other and belong together
 */
function neighbours(parts, belongTogether) {
  /** @type {Part[][]} */
  const groups = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && belongTogether(last[0], part)) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

/**
 * @param {string[]} first order of the first block
 * @param {number} count
 * @param {number} drawn what the further orders are drawn from, 0…1
 * @returns {string[][]} each second block mirrors the one before; every pair is drawn by itself
 */
function blockOrders(first, count, drawn) {
  const random = seededRandom(Math.floor(drawn * 2 ** 32));
  /** @type {string[][]} */
  const orders = [];
  for (let block = 0; block < count; block++) {
    if (block % 2 === 1) orders.push(orders[block - 1].toReversed());
    else orders.push(block === 0 ? first : shuffled(first, random));
  }
  return orders;
}
