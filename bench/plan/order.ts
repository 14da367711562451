/** The order of a run, drawn from a seed that the bundle records, so that it can be drawn again. */
import { randomOfRound, seededRandom, shuffled } from '../util/random.ts';
import type { Plan, PlannedPart } from '../record/run.ts';

type Drawn = Pick<Plan, 'targets' | 'scenarios' | 'seed'>;

const PENDING = { state: 'pending', reason: null } as const;

/** of scenarios */
export interface Traits {
  /** do its targets take turns? Else each is measured alone, which may cost it its JVM */
  hasBlocks: (scenario: string) => boolean;
  /** users of its slices, those with which targets are compared last */
  levels: (scenario: string) => number[];
  /** is the pair measured? */
  fits: (scenario: string, target: string) => boolean;
  /** for which the target still answers after the load, 0 where requests do not pile up */
  backlogSeconds: (scenario: string, target: string) => number;
}

/**
 * Each round shuffles the scenarios, and for each scenario the targets. Scenarios whose targets are measured alone come last, because the warm-up of all
 * other scenarios would be lost with a JVM. Of these, targets that leave a long backlog come first: the next one need not wait for it. Pairs that are not
 * measured are left out after the drawing.
 * @returns `next`: what further orders of the scenario are drawn from, 0…1
 */
export function drawnOrder(
  { targets, scenarios, seed }: Drawn,
  round: number,
  { hasBlocks, fits, backlogSeconds }: Traits,
): { scenario: string; targets: string[]; next: number }[] {
  const random = randomOfRound(seed, round);
  const drawn = shuffled(scenarios, random).map((scenario) => {
    const own = shuffled(targets, random).filter((target) => fits(scenario, target));
    return { scenario, targets: own.toSorted((a, b) => backlogSeconds(scenario, b) - backlogSeconds(scenario, a)), next: random() };
  });
  return [true, false].flatMap((inBlocks) => drawn.filter(({ scenario }) => hasBlocks(scenario) === inBlocks));
}

/**
 * A scenario in blocks is one part. In the first round it begins with a block at each lower level of users. Every second block reverses the one before: over
 * two blocks each target is as early as it is late. Of another scenario each target is a part, in the first round alone.
 * @param how `after`: what is already planned; `blocks` of each scenario that the round has, by
 * default the plan's for all scenarios
 */
export function planRound(
  plan: Drawn & Pick<Plan, 'blocks'>,
  round: number,
  traits: Traits,
  { after = 0, blocks }: { after?: number; blocks?: Record<string, number> } = {},
): PlannedPart[] {
  let order = after;
  return drawnOrder(plan, round, traits).flatMap(({ scenario, targets, next }) => {
    const count = blocks ? (blocks[scenario] ?? 0) : plan.blocks;
    const levels = traits.levels(scenario);
    const compared = levels[levels.length - 1];
    const lower = round === 1 ? levels.slice(0, -1) : [];
    const vus = count > 0 ? [...lower, ...Array(count).fill(compared)] : [];
    const parts = traits.hasBlocks(scenario)
      ? [blockOrders(targets, vus.length, next).map((each, index) => ({ vus: vus[index], targets: each }))]
      : targets.map((target) => (round === 1 ? [{ vus: compared, targets: [target] }] : []));
    const planned = parts.filter((own) => own.length > 0 && targets.length > 0);
    return planned.map((own, index) => ({ scenario, round, number: index + 1, attempt: 1, order: ++order, blocks: own, ...PENDING }));
  });
}

/** @returns of all rounds */
export function planRounds(plan: Drawn & Pick<Plan, 'blocks' | 'rounds'>, traits: Traits): PlannedPart[] {
  const parts: PlannedPart[] = [];
  for (let round = 1; round <= plan.rounds; round++) parts.push(...planRound(plan, round, traits, { after: parts.length }));
  return parts;
}

/** @param parts in order */
export function byRound<Part extends { round: number }>(parts: Part[]): Part[][] {
  return neighbours(parts, (one, other) => one.round === other.round);
}

/** @param parts in order @returns by scenario and round: what is compared */
export function comparedTogether<Part extends { scenario: string; round: number }>(parts: Part[]): Part[][] {
  return neighbours(parts, (one, other) => one.scenario === other.scenario && one.round === other.round);
}

/** @param parts in order @returns those that follow each other and belong together */
function neighbours<Part>(parts: Part[], belongTogether: (one: Part, other: Part) => boolean): Part[][] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && belongTogether(last[0], part)) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

/** @param drawn what the orders after the first one are drawn from, 0…1 @returns each second block mirrors the one before it */
function blockOrders(first: string[], count: number, drawn: number): string[][] {
  const random = seededRandom(Math.floor(drawn * 2 ** 32));
  const orders: string[][] = [];
  for (let block = 0; block < count; block++) {
    if (block % 2 === 1) orders.push(orders[block - 1].toReversed());
    else orders.push(block === 0 ? first : shuffled(first, random));
  }
  return orders;
}
