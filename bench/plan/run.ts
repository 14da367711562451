/** The record of a run before anything is measured. Its order is drawn from a seed that the bundle records, so that it can be drawn again. */
import { BACKLOG_SECONDS } from '../../k6/lib/profiles.js';
import { eventLoops, offloadThreads, variable } from '../analyse/bottleneck/slots.ts';
import { fitting, hasBlocks, type Catalogue } from '../record/catalogue.ts';
import { SCHEMA } from '../record/json/file.ts';
import { MAX_LOAD_DAYS, comparedVus, levelsOf, loadDays, type Plan, type PlannedPart, type PlannedRun, type Run } from '../record/run.ts';
import { UsageError } from '../util/errors.ts';
import { sum } from '../util/math.ts';
import { randomOfRound, seededRandom, shuffled } from '../util/random.ts';
import type { Calibration } from '../record/results/calibration.ts';

/** Spring Boot's server.tomcat.threads.max and server.jetty.threads.max. */
const REQUEST_THREADS = 200;

/** `limits`: not known before the engine is */
export type Load = Pick<Run, 'catalogue' | 'levels' | 'settings'> & Partial<Pick<Run, 'limits'>>;

/** @param suffix of the id @param calibration that its figures will be held against @throws {UsageError} where it would take weeks */
export function newRun(options: Plan, catalogue: Catalogue, suffix: string, calibration: Calibration | null = null): PlannedRun {
  const startedAt = new Date().toISOString();
  const id = runIdAt(startedAt, suffix);
  const parts = planRounds({ ...options, catalogue });
  const days = loadDays({ ...options, parts });
  if (days > MAX_LOAD_DAYS) {
    const fewer = 'take fewer ROUNDS, STAGES, SCENARIOS or TARGETS, or a shorter SLICE_SECONDS';
    throw new UsageError(`the load of this run would take ${Math.round(days)} days, accepted are up to ${MAX_LOAD_DAYS}: ${fewer}`);
  }
  const nothingYet = { endedAt: null, resumedAt: [], verified: null, refused: {}, spentSeconds: {}, notes: [] };
  return { schema: SCHEMA, id, ...options, catalogue, startedAt, calibration, parts, ...nothingYet };
}

/** @param startedAt ISO time @returns YYYYMMDD-hhmmss-<suffix> */
export function runIdAt(startedAt: string, suffix: string): string {
  return `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${suffix}`;
}

type Drawn = Load & Pick<Plan, 'targets' | 'scenarios' | 'seed'>;

type Rounds = Drawn & Pick<Plan, 'blocks'>;

const PENDING = { state: 'pending', reason: null } as const;

/**
 * Each round shuffles the scenarios, and for each scenario the targets. Scenarios whose targets are measured alone come last, because the warm-up of all
 * other scenarios would be lost with a JVM. Of these, targets that leave a long backlog come first: the next one need not wait for it. Pairs that are not
 * measured are left out after the drawing.
 * @returns `next`: what further orders of the scenario are drawn from, 0…1
 */
export function drawnOrder(plan: Drawn, round: number): { scenario: string; targets: string[]; next: number }[] {
  const random = randomOfRound(plan.seed, round);
  const drawn = shuffled(plan.scenarios, random).map((scenario) => {
    const own = shuffled(plan.targets, random).filter(fitting(plan.catalogue, scenario));
    const backlog = (target: string) => backlogSeconds(plan, { scenario, target });
    return { scenario, targets: own.toSorted((a, b) => backlog(b) - backlog(a)), next: random() };
  });
  return [true, false].flatMap((inBlocks) => drawn.filter(({ scenario }) => hasBlocks(plan.catalogue, scenario) === inBlocks));
}

/**
 * A scenario in blocks is one part. In the first round it begins with a block at each lower level of users. Every second block reverses the one before: over
 * two blocks each target is as early as it is late. Of another scenario each target is a part, in the first round alone.
 * @param how `after`: what is already planned; `blocks` of each scenario that the round has, by default the plan's for all scenarios
 */
export function planRound(
  plan: Rounds,
  round: number,
  { after = 0, blocks }: { after?: number; blocks?: Record<string, number> } = {},
): PlannedPart[] {
  let order = after;
  return drawnOrder(plan, round).flatMap(({ scenario, targets, next }) => {
    const count = blocks ? (blocks[scenario] ?? 0) : plan.blocks;
    const levels = levelsOf(plan, scenario);
    const compared = levels[levels.length - 1];
    const lower = round === 1 ? levels.slice(0, -1) : [];
    const vus = count > 0 ? [...lower, ...Array<number>(count).fill(compared)] : [];
    const parts = hasBlocks(plan.catalogue, scenario)
      ? [blockOrders(targets, vus.length, next).map((each, index) => ({ vus: vus[index], targets: each }))]
      : targets.map((target) => (round === 1 ? [{ vus: compared, targets: [target] }] : []));
    const planned = parts.filter((own) => own.length > 0 && targets.length > 0);
    return planned.map((own, index) => ({ scenario, round, number: index + 1, attempt: 1, order: ++order, blocks: own, ...PENDING }));
  });
}

export function planRounds(plan: Rounds & Pick<Plan, 'rounds'>): PlannedPart[] {
  const parts: PlannedPart[] = [];
  for (let round = 1; round <= plan.rounds; round++) parts.push(...planRound(plan, round, { after: parts.length }));
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

/** @returns seconds from the end of a load whose requests pile up to its last answer, at most as many as k6 waits; 0 where they do not pile up */
export function backlogSeconds(run: Load, { scenario, target }: { scenario: string; target: string }): number {
  const { leavesBacklog = false, calls, waitMs = 0 } = run.catalogue.scenarios[scenario];
  const handlers = leavesBacklog ? handlersThatWait(run, scenario, target) : Infinity;
  const requestMs = calls ? sum(calls.delaysMs) : waitMs;
  return Math.min(BACKLOG_SECONDS, (comparedVus(run, scenario) * requestMs) / 1000 / handlers);
}

/** @returns requests that wait at a time, of one processor where their number is not known; Infinity where no thread waits with them */
function handlersThatWait(run: Load, scenario: string, target: string): number {
  const { calls, waits } = run.catalogue.scenarios[scenario];
  const { server } = run.catalogue.targets[target];
  const isNetty = server === 'netty';
  if (calls && (isNetty || variable(run, target, 'REMOTE_CLIENT') === 'async')) return Infinity;
  if (!isNetty) return Number(variable(run, target, `SERVER_${server.toUpperCase()}_THREADS_MAX`) ?? REQUEST_THREADS);
  return waits === 'offloaded' ? offloadThreads(run, target) : eventLoops(run, target);
}
