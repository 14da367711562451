/** In which order the cells are run: drawn from a seed that the bundle records, so that it can be drawn again. */
import { seededRandom, shuffled } from '../util/random.js';

/** @typedef {import('../record/run.js').PlannedCell} PlannedCell */

/**
 * @typedef {object} Plan
 * @property {string[]} targets
 * @property {string[]} scenarios
 * @property {number} rounds
 * @property {number} seed
 * @property {boolean} freshJvms does every round have JVMs of its own?
 */

/**
 * @typedef {object} Traits of scenarios
 * @property {(scenario: string) => boolean} costsJvm does it cost some target its JVM?
 * @property {(scenario: string, target: string) => boolean} fits is the pair measured?
 */

/**
 * Within a round the scenarios are shuffled, and within each scenario the targets: what will be compared is measured one right
 * after the other, so that the machine's slow drift falls on all targets of a scenario alike. Every second round has the targets of
 * a scenario in the reverse of the round before: over each two rounds all of them were as early as they were late.
 *
 * Scenarios that cost some target its JVM come last, in a round where JVMs last for a round, else in the run: the warm-up of all
 * other scenarios would be lost with it. Pairs that are not measured are left out of what was drawn.
 * @param {Plan} plan
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
 * One more round of a plan that is drawn already, to be run after it.
 * @param {Plan} plan `rounds`: the round to add
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
 * @returns {Cell[][]} those of one scenario and round together: what is compared, and measured one right after the other
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
