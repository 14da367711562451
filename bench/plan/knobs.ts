/** The plan of a comparison, from the options of its command (commands/input/options.ts). */
import process from 'node:process';
import { capabilitiesOf } from '../engines/engines.ts';
import { hasBlocks, type Catalogue } from '../record/catalogue.ts';
import { lastRound, spentInAll } from '../record/ending.ts';
import { GENERATORS, LIMIT_KNOBS, limitsOf } from '../record/json/limits.ts';
import { UsageError } from '../util/errors.ts';
import { InputError, wholeNumber } from '../../k6/lib/input.js';
import { MAX_SLICE_SECONDS } from '../../k6/lib/blocks.js';
import { staircase, type Defaults } from '../../k6/lib/profiles.js';
import { defaultBaseline } from './baseline.ts';
import { chooseScenarios, chooseTargets, withPairs } from './pairs.ts';
import { chooseSettings, databaseRttMs, describeSettings } from './environment.ts';
import type { Plan, Run } from '../record/run.ts';

export type Env = Record<string, string | undefined>;

const MAX_ROUNDS = 1000;
const MAX_BUDGET_MINUTES = 10_000;
/** Where a half width is asked for and no budget: far more than two cores need for ±5 % of one scenario. */
const HALF_WIDTH_BUDGET_MINUTES = 180;
/** Of one target alone: what two runs are compared by. */
const ROUNDS_ALONE = 3;
/** CPU is sampled once a second. In the seconds of a shorter slice that count, one sample may be the only one. */
const MIN_SLICE_SECONDS = 3;
const MAX_WARMUP_SECONDS = 3600;
const SEEDS = 2 ** 32;

/** What a run may end by beside a number of rounds, and what one that has ended is continued with. */
const ENDINGS = ['BUDGET', 'HALF_WIDTH'];
/** What all targets of a run are given. */
export const ENVIRONMENT_KNOBS = ['SETTINGS', 'DB_RTT_MS'];
/** What the levels of users are made of, as in the scripts of k6. */
export const LEVEL_KNOBS = ['PROFILE', 'VUS_START', 'VUS_STEP', 'STAGES'];
/** What any comparison may be asked for. */
const COMPARISON_KNOBS = [
  'SLICE_SECONDS',
  'WARMUP_MAX',
  'TARGETS',
  'BASELINE',
  'SCENARIOS',
  'ROUNDS',
  'BUDGET',
  'HALF_WIDTH',
  'SEED',
  'PROFILE_CPU',
];
/** And one of this project's targets. */
export const PLAN_KNOBS = [...LEVEL_KNOBS, ...COMPARISON_KNOBS, ...LIMIT_KNOBS, GENERATORS, ...ENVIRONMENT_KNOBS];
/** Knobs that apply to all runs of a study. The study sets the others. */
export const STUDY_KNOBS = ['PROFILE', 'ROUNDS', 'BUDGET', 'HALF_WIDTH', 'WARMUP_MAX', 'SEED', ...LIMIT_KNOBS, GENERATORS];

/** Those of a comparison whose file says what is loaded and how. */
export const AB_KNOBS = ['PROFILE', ...COMPARISON_KNOBS, 'GENERATOR_CPUS'];

/** @param targets of the run @returns null if none is given @throws {UsageError} for a target that is not in the run */
export function chooseBaseline(value: string | undefined, targets: string[]): string | null {
  if (value === undefined || value === '') return null;
  if (!targets.includes(value)) throw new UsageError(`BASELINE=${value}: not in this run; accepted: ${targets.join(', ')}`);
  return value;
}

/** @returns whether databases and Grafana stay after the run; null: nobody said @throws {UsageError} for anything else */
export function keepsServices({ KEEP }: Env): boolean | null {
  return KEEP ? isSwitchedOn('KEEP', KEEP, 'databases and Grafana stay after the run') : null;
}

/** @param meaning of 1 @returns false where nothing is given @throws {UsageError} one line, for anything but 0 and 1 */
export function isSwitchedOn(knob: string, value: string | undefined, meaning: string): boolean {
  if (value && !['0', '1'].includes(value)) throw new UsageError(`${knob}=${value}: accepted is 1 (${meaning}) or 0`);
  return value === '1';
}

/**
 * @returns is what targets spend CPU time on to be sampled?
 * @throws {UsageError} for anything but 0 and 1, and where that cannot be done
 */
function profilesCpu({ PROFILE_CPU, ENGINE }: Env): boolean {
  if (!isSwitchedOn('PROFILE_CPU', PROFILE_CPU, 'say where the CPU of a request goes')) return false;
  if (!capabilitiesOf(ENGINE).samplesCpu) throw new UsageError(`PROFILE_CPU=1: ENGINE=${ENGINE} cannot sample JVMs; take ENGINE=native`);
  if (process.platform !== 'linux')
    throw new UsageError(`PROFILE_CPU=1: threads' CPU time is read from Linux' /proc, and this is ${process.platform}`);
  return true;
}

/** @throws {UsageError} with one line that names the knob, its value and what is accepted */
export function compareOptions(env: Env, catalogue: Catalogue): Plan {
  const given = withoutEmpty(env);
  const chosen = { targets: chooseTargets(given.TARGETS, catalogue), scenarios: chooseScenarios(given.SCENARIOS, catalogue) };
  const { targets, scenarios } = withPairs(catalogue, chosen, given);
  const isCompared = isComparedInBlocks({ targets, scenarios }, catalogue);
  const load = asUsageError(() => loadOptions(given, { isCompared, isAlone: targets.length === 1 }));
  const limits = asUsageError(() => limitsOf(given));
  const profileCpu = profilesCpu(given);
  refuseIdleGenerators(limits.generators ?? 1, Math.min(...load.levels));
  return {
    ...load,
    targets,
    baseline: chooseBaseline(given.BASELINE, targets) ?? defaultBaseline(targets),
    scenarios,
    ...(profileCpu && { profileCpu }),
    ...limits,
    settings: describeSettings(catalogue, chooseSettings(given.SETTINGS, catalogue), targets),
    databaseRttMs: asUsageError(() => databaseRttMs(given.DB_RTT_MS)),
  };
}

/** @param leastVus the fewest users that a slice has @throws {UsageError} one line, if one of them would have no user */
function refuseIdleGenerators(generators: number, leastVus: number) {
  if (generators <= leastVus) return;
  throw new UsageError(
    `${GENERATORS}=${generators}: the load has ${leastVus} users at first; accepted is a whole number from 1 to ${leastVus}`,
  );
}

function loadOptions(given: Env, compared: Compared) {
  const { rounds, budgetMinutes, halfWidth, stages, ...load } = staircase(pick(given, LEVEL_KNOBS));
  const levels = [...new Set(stages.map(({ vus }) => vus))];
  const sliceSeconds = wholeNumber(given, 'SLICE_SECONDS', load.sliceSeconds, MIN_SLICE_SECONDS, MAX_SLICE_SECONDS);
  const warmupMaxSeconds = wholeNumber(given, 'WARMUP_MAX', load.warmupMaxSeconds, 0, MAX_WARMUP_SECONDS);
  const seed = wholeNumber(given, 'SEED', drawSeed(), 0, SEEDS - 1);
  return { ...load, levels, sliceSeconds, warmupMaxSeconds, ...endOf(given, { rounds, budgetMinutes, halfWidth }, compared), seed };
}

/** @returns an unsigned 32-bit integer */
export function drawSeed(): number {
  return Math.floor(Math.random() * SEEDS);
}

/** has the run several targets in blocks; has it one target */
type Compared = { isCompared: boolean; isAlone: boolean };

/**
 * What ends the run: a number of rounds, or a time and how exactly the ratios are to be known. Never a result.
 */
function endOf(
  given: Env,
  profile: Pick<Defaults, 'rounds' | 'budgetMinutes' | 'halfWidth'>,
  { isCompared, isAlone }: Compared,
): Pick<Plan, 'rounds' | 'budgetSeconds' | 'halfWidth'> {
  const ending = ENDINGS.find((name) => given[name] !== undefined);
  if (ending && given.ROUNDS !== undefined) {
    throw new UsageError(`ROUNDS=${given.ROUNDS}: a run ends by its rounds or by ${ending}, not by both`);
  }
  if (ending && !isCompared) throw new UsageError(`${ending}=${given[ending]}: nothing here is compared in blocks; take ROUNDS`);
  const fixed = given.ROUNDS === undefined && !ending ? profile.rounds : null;
  if (given.ROUNDS !== undefined || fixed !== null || !isCompared) {
    const rounds = wholeNumber(given, 'ROUNDS', fixed ?? (isAlone ? ROUNDS_ALONE : 1), 1, MAX_ROUNDS);
    return { rounds, budgetSeconds: null, halfWidth: null };
  }
  const ofProfile = ending === undefined ? profile : { budgetMinutes: null, halfWidth: null };
  const minutes = wholeNumber(given, 'BUDGET', ofProfile.budgetMinutes ?? HALF_WIDTH_BUDGET_MINUTES, 1, MAX_BUDGET_MINUTES);
  return { rounds: 1, budgetSeconds: minutes * 60, halfWidth: halfWidthOf(given) ?? ofProfile.halfWidth };
}

/**
 * @param run that RESUME names
 * @param more knobs that the command has besides
 * @returns the same, or to be continued where BUDGET or HALF_WIDTH is given: rounds are added within that time from now
 * @throws {UsageError} one line, for another knob, or where no rounds can be added
 */
export function resumedRun(env: Env, run: Run, more?: string[]): Run {
  const given = withoutEmpty(env);
  refuseKnobsWithResume(env, run, more, ENDINGS);
  const ending = ENDINGS.find((name) => given[name] !== undefined);
  if (!ending) return run;
  if (!isComparedInBlocks(run, run.catalogue)) {
    throw new UsageError(`${ending}=${given[ending]}: nothing of ${run.id} is compared in blocks, so no rounds can be added`);
  }
  const spentSeconds = spentInAll(run);
  const most = Math.max(1, MAX_BUDGET_MINUTES - Math.ceil(spentSeconds / 60));
  const minutes = asUsageError(() => wholeNumber(given, 'BUDGET', Math.min(most, HALF_WIDTH_BUDGET_MINUTES), 1, most));
  const { round, isWhole } = lastRound(run);
  const rounds = isWhole ? round : Math.max(0, round - 1);
  const entry = { at: new Date().toISOString(), budgetSeconds: minutes * 60, halfWidth: halfWidthOf(given), rounds, spentSeconds };
  // Why it ended then is no longer how it ended.
  const notes = run.notes.filter(({ kind }) => kind !== 'rounds-ended');
  return { ...run, endedAt: null, notes, continued: [...(run.continued ?? []), entry] };
}

function isComparedInBlocks({ targets, scenarios }: Pick<Plan, 'targets' | 'scenarios'>, catalogue: Catalogue) {
  return targets.length > 1 && scenarios.some((scenario) => hasBlocks(catalogue, scenario));
}

/** @returns a share */
function halfWidthOf({ HALF_WIDTH }: Env): number | null {
  if (HALF_WIDTH === undefined) return null;
  const halfWidth = /^0?\.\d+$/.test(HALF_WIDTH) ? Number(HALF_WIDTH) : NaN;
  if (halfWidth >= 0.001 && halfWidth <= 0.5) return halfWidth;
  throw new UsageError(`HALF_WIDTH=${HALF_WIDTH}: accepted is a share from 0.001 to 0.5, such as 0.05`);
}

/** @returns `make compare ROUNDS=` means: not given */
function withoutEmpty(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

function pick(env: Env, names: readonly string[]): Env {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** With RESUME it may be given again, the same (run/resumable.ts). */
export const REPEATABLE = 'TARGET_JVM_ARGS';

/**
 * @param run to be resumed
 * @param more knobs that the command has besides
 * @param accepted of all these
 * @throws {UsageError} if another knob is given as well: the plan is fixed
 */
export function refuseKnobsWithResume(env: Env, { id }: { id: string }, more: string[] = [], accepted: string[] = []) {
  const other = [...PLAN_KNOBS, ...more].find((name) => env[name] && ![REPEATABLE, ...accepted].includes(name));
  if (other) throw new UsageError(`${other}=${env[other]}: RESUME keeps the plan of ${id} and takes no other knob`);
}

export function asUsageError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new UsageError(error.message);
  }
}
