/** The order of the cells, drawn from a seed that the bundle records, so that it can be drawn again. */
import { seededRandom, shuffled } from '../util/random.js';

/** @typedef {import('../record/run.js').PlannedCell} PlannedCell */

/** @typedef {Pick<import('../record/run.js').Plan, 'targets' | 'scenarios' | 'rounds' | 'seed' | 'freshJvms'>} OrderPlan */

/**
 * @typedef {object} Traits of scenarios
 * @property {(scenario: string) => boolean} costsJvm does it cost some target its JVM?
 * @property {(scenario: string, target: string) => boolean} fits is the pair measured?
 */

/**
 * Each round shuffles the scenarios, and within each scenario the targets. Cells that are compared follow each other directly, so the
 * machine's slow drift affects all targets of a scenario alike. Every second round reverses the targets of the round before: over two
 * rounds each target is as early as it is late.
 *
 * Scenarios that cost some target its JVM come last, because the warm-up of all other scenarios would be lost with it: last in the round
 * where every round has its own JVMs, else last in the run. Pairs that are not measured are left out after the drawing.
 * @param {OrderPlan} plan
 * @param {Traits} traits
 * @returns {PlannedCell[]}
 */
export function planCells({ targets, scenarios, rounds, seed, freshJvms }, { costsJvm, fits }) {
  const random = seededRandom(seed);
  const byRound = drawRounds({ targets, scenarios, rounds, random });
  const costlyLast = (/** @type {Drawn[]} */ cells) => [
    ...cells.filter(({ scenario }) => !costsJvm(scenario)),
    ...cells.filter(({ scenario }) => costsJvm(scenario)),
  ];
  const inOrder = freshJvms ? byRound.flatMap(costlyLast) : costlyLast(byRound.flat());
  const measured = inOrder.filter(({ scenario, target }) => fits(scenario, target));
  return measured.map((cell, index) => ({ ...cell, order: index + 1, state: 'pending', reason: null }));
}

/**
 * One more round after a plan that was drawn before.
 * @param {OrderPlan} plan `rounds`: the round to add
 * @param {Traits} traits
 * @returns {PlannedCell[]} in the order that the same seed gives it
 */
export function planRound(plan, traits) {
  const cells = planCells({ ...plan, freshJvms: true }, traits);
  return cells.filter(({ round }) => round === plan.rounds);
}

/**
 * @template {{ scenario: string, round: number }} Cell
 * @param {Cell[]} cells in order
 * @returns {Cell[][]} by scenario and round: the cells that are compared
 */
export function comparedTogether(cells) {
  /** @type {Cell[][]} */
  const groups = [];
  for (const cell of cells) {
    const last = groups.at(-1);
    if (last && last[0].scenario === cell.scenario && last[0].round === cell.round) last.push(cell);
    else groups.push([cell]);
  }
  return groups;
}

/** @typedef {{ scenario: string, target: string, round: number }} Drawn */

/**
 * @param {{ targets: string[], scenarios: string[], rounds: number, random: () => number }} what
 * @returns {Drawn[][]} by round
 */
function drawRounds({ targets, scenarios, rounds, random }) {
  /** @type {Map<string, string[]>} */
  const orders = new Map();
  return Array.from({ length: rounds }, (_, index) =>
    shuffled(scenarios, random).flatMap((scenario) => {
      const mirrored = index % 2 === 1 ? orders.get(scenario)?.toReversed() : undefined;
      const order = mirrored ?? shuffled(targets, random);
      orders.set(scenario, order);
      return order.map((target) => ({ scenario, target, round: index + 1 }));
    }),
  );
}
