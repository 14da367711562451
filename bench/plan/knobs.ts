/** The plan of a comparison, from the options of its command (commands/input/options.ts). One that is empty is not given. */
import process from 'node:process';
import { settingsOf } from '../engines/common/given.ts';
import { capabilitiesOf } from '../engines/engines.ts';
import { hasBlocks, type Catalogue } from '../record/catalogue.ts';
import { lastRound, spentInAll } from '../record/ending.ts';
import { GENERATORS, LIMIT_KNOBS, limitsOf } from '../record/json/limits.ts';
import { UsageError } from '../util/errors.ts';
import { wholeNumber } from '../../k6/lib/input.js';
import { MAX_SLICE_SECONDS } from '../../k6/lib/blocks.js';
import { staircase, type Defaults } from '../../k6/lib/profiles.js';
import { chooseBaseline, chooseScenarios, chooseTargets, withPairs } from './pairs.ts';
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
const MAX_RTT_MS = 10_000;
const SEEDS = 2 ** 32;

/** What a run may end by beside a number of rounds, and what one that has ended is continued with. */
const ENDINGS = ['BUDGET', 'HALF_WIDTH'];
/** What all targets of a run are given. */
export const ENVIRONMENT_KNOBS = ['SETTINGS', 'DB_RTT_MS'];
/** What the levels of users are made of, as in the scripts of k6. */
export const LEVEL_KNOBS = ['PROFILE', 'VUS_START', 'VUS_STEP', 'STAGES'];
/** What any comparison may be asked for. */
const COMPARISON_KNOBS = ['SLICE_SECONDS', 'WARMUP_MAX', 'TARGETS', 'BASELINE', 'SCENARIOS', 'ROUNDS', ...ENDINGS, 'SEED', 'PROFILE_CPU'];
/** And one of this project's targets. */
export const PLAN_KNOBS = [...LEVEL_KNOBS, ...COMPARISON_KNOBS, ...LIMIT_KNOBS, GENERATORS, ...ENVIRONMENT_KNOBS];
/** Knobs that apply to all runs of a study. The study sets the others. */
export const STUDY_KNOBS = ['PROFILE', 'ROUNDS', ...ENDINGS, 'WARMUP_MAX', 'SEED', ...LIMIT_KNOBS, GENERATORS];
/** Those of a comparison whose file says what is loaded and how. */
export const AB_KNOBS = ['PROFILE', ...COMPARISON_KNOBS, 'GENERATOR_CPUS'];
/** With RESUME it may be given again, the same (run/resume.ts). */
export const REPEATABLE = 'TARGET_JVM_ARGS';

/** @returns whether databases and Grafana stay after the run; null: nobody said @throws {UsageError} for anything else */
export function keepsServices({ KEEP }: Env): boolean | null {
  return KEEP ? isSwitchedOn('KEEP', KEEP, 'databases and Grafana stay after the run') : null;
}

/** @param meaning of 1 @returns false where nothing is given @throws {UsageError} one line, for anything but 0 and 1 */
export function isSwitchedOn(knob: string, value: string | undefined, meaning: string): boolean {
  if (value && !['0', '1'].includes(value)) throw new UsageError(`${knob}=${value}: accepted is 1 (${meaning}) or 0`);
  return value === '1';
}

/** @returns is what targets spend CPU time on to be sampled? @throws {UsageError} for anything but 0 and 1, and where it cannot be */
function profilesCpu({ PROFILE_CPU, ENGINE }: Env): boolean {
  if (!isSwitchedOn('PROFILE_CPU', PROFILE_CPU, 'say where the CPU of a request goes')) return false;
  if (!capabilitiesOf(ENGINE).samplesCpu) throw new UsageError(`PROFILE_CPU=1: ENGINE=${ENGINE} cannot sample JVMs; take ENGINE=native`);
  if (process.platform !== 'linux')
    throw new UsageError(`PROFILE_CPU=1: threads' CPU time is read from Linux' /proc, and this is ${process.platform}`);
  return true;
}

/** @throws {UsageError | InputError} one line that names the knob, its value and what is accepted */
export function compareOptions(env: Env, catalogue: Catalogue): Plan {
  const chosen = { targets: chooseTargets(env.TARGETS, catalogue), scenarios: chooseScenarios(env.SCENARIOS, catalogue) };
  const { targets, scenarios } = withPairs(catalogue, chosen, env);
  const load = loadOptions(env, { targets, scenarios, catalogue });
  const limits = limitsOf(env);
  const profileCpu = profilesCpu(env);
  const { generators = 1 } = limits;
  const leastVus = Math.min(...load.levels);
  if (generators > leastVus) {
    throw new UsageError(`${GENERATORS}=${generators}: accepted is a whole number from 1 to ${leastVus}, the users of the first level`);
  }
  return {
    ...load,
    targets,
    baseline: chooseBaseline(env.BASELINE, targets),
    scenarios,
    ...(profileCpu && { profileCpu }),
    ...limits,
    ...environmentOptions(env, catalogue, targets),
  };
}

/** @returns pools and threads of all targets, and how far the database is @throws {UsageError | InputError} one line */
export function environmentOptions(
  { SETTINGS: name, DB_RTT_MS }: Env,
  catalogue: Catalogue,
  targets: string[],
): Pick<Plan, 'settings' | 'databaseRttMs'> {
  const { settings } = catalogue;
  if (name && !Object.hasOwn(settings, name)) {
    throw new UsageError(`SETTINGS=${name}: unknown; accepted: ${Object.keys(settings).join(', ') || 'none'}`);
  }
  const given = name ? targets.map((target) => [target, settingsOf(catalogue, name, target)]) : [];
  return {
    settings: name ? { name, title: settings[name].title, targets: Object.fromEntries(given) } : null,
    databaseRttMs: DB_RTT_MS ? wholeNumber({ DB_RTT_MS }, 'DB_RTT_MS', 0, 1, MAX_RTT_MS) : null,
  };
}

function loadOptions(env: Env, compared: Compared) {
  // Slices have a length of their own.
  const { rounds, budgetMinutes, halfWidth, stages, ...load } = staircase({ ...env, STAGE_SECONDS: undefined });
  const levels = [...new Set(stages.map(({ vus }) => vus))];
  const sliceSeconds = wholeNumber(env, 'SLICE_SECONDS', load.sliceSeconds, MIN_SLICE_SECONDS, MAX_SLICE_SECONDS);
  const warmupMaxSeconds = wholeNumber(env, 'WARMUP_MAX', load.warmupMaxSeconds, 0, MAX_WARMUP_SECONDS);
  const ending = endOf(env, { rounds, budgetMinutes, halfWidth }, compared);
  return { ...load, levels, sliceSeconds, warmupMaxSeconds, ...ending, seed: seedOf(env) };
}

/** @returns SEED, or an unsigned 32-bit integer by chance */
export function seedOf(env: Env): number {
  return wholeNumber(env, 'SEED', Math.floor(Math.random() * SEEDS), 0, SEEDS - 1);
}

type Compared = Pick<Run, 'targets' | 'scenarios' | 'catalogue'>;

/** What ends the run: a number of rounds, or a time and how exactly the ratios are to be known. Never a result. */
function endOf(env: Env, profile: Pick<Defaults, 'rounds' | 'budgetMinutes' | 'halfWidth'>, compared: Compared) {
  const isCompared = isComparedInBlocks(compared);
  const ending = ENDINGS.find((name) => env[name]);
  if (ending && env.ROUNDS) throw new UsageError(`ROUNDS=${env.ROUNDS}: a run ends by its rounds or by ${ending}, not by both`);
  if (ending && !isCompared) throw new UsageError(`${ending}=${env[ending]}: nothing here is compared in blocks; take ROUNDS`);
  if (!ending && (env.ROUNDS || profile.rounds !== null || !isCompared)) {
    const rounds = wholeNumber(env, 'ROUNDS', profile.rounds ?? (compared.targets.length === 1 ? ROUNDS_ALONE : 1), 1, MAX_ROUNDS);
    return { rounds, budgetSeconds: null, halfWidth: null };
  }
  const usual = (ending ? null : profile.budgetMinutes) ?? HALF_WIDTH_BUDGET_MINUTES;
  const minutes = wholeNumber(env, 'BUDGET', usual, 1, MAX_BUDGET_MINUTES);
  return { rounds: 1, budgetSeconds: minutes * 60, halfWidth: ending ? halfWidthOf(env) : profile.halfWidth };
}

/** @returns the same, or with rounds to be added within BUDGET from now @throws {UsageError} for another knob, or where no rounds can be added */
export function resumedRun(env: Env, run: Run, more?: string[]): Run {
  refuseKnobsWithResume(env, run, more, ENDINGS);
  const ending = ENDINGS.find((name) => env[name]);
  if (!ending) return run;
  if (!isComparedInBlocks(run)) {
    throw new UsageError(`${ending}=${env[ending]}: nothing of ${run.id} is compared in blocks, so no rounds can be added`);
  }
  const spentSeconds = spentInAll(run);
  const most = Math.max(1, MAX_BUDGET_MINUTES - Math.ceil(spentSeconds / 60));
  const minutes = wholeNumber(env, 'BUDGET', Math.min(most, HALF_WIDTH_BUDGET_MINUTES), 1, most);
  const { round, isWhole } = lastRound(run);
  const rounds = isWhole ? round : Math.max(0, round - 1);
  const entry = { at: new Date().toISOString(), budgetSeconds: minutes * 60, halfWidth: halfWidthOf(env), rounds, spentSeconds };
  // Why it ended then is no longer how it ended.
  const notes = run.notes.filter(({ kind }) => kind !== 'rounds-ended');
  return { ...run, endedAt: null, notes, continued: [...(run.continued ?? []), entry] };
}

function isComparedInBlocks({ targets, scenarios, catalogue }: Compared) {
  return targets.length > 1 && scenarios.some((scenario) => hasBlocks(catalogue, scenario));
}

/** @returns a share */
function halfWidthOf({ HALF_WIDTH }: Env): number | null {
  if (!HALF_WIDTH) return null;
  const halfWidth = /^0?\.\d+$/.test(HALF_WIDTH) ? Number(HALF_WIDTH) : NaN;
  if (halfWidth >= 0.001 && halfWidth <= 0.5) return halfWidth;
  throw new UsageError(`HALF_WIDTH=${HALF_WIDTH}: accepted is a share from 0.001 to 0.5, such as 0.05`);
}

/** @param more knobs that the command has besides @param accepted of all these @throws {UsageError} for another one: the plan is fixed */
export function refuseKnobsWithResume(env: Env, { id }: { id: string }, more: string[] = [], accepted: string[] = []) {
  const others = [...PLAN_KNOBS, ...more].filter((name) => ![REPEATABLE, ...accepted].includes(name));
  refuseKnobs(env, others, `RESUME keeps the plan of ${id}`);
}

/** @param why they are refused @throws {UsageError} one line, if one of them is given */
export function refuseKnobs(env: Env, names: string[], why: string) {
  const other = names.find((name) => env[name]);
  if (other) throw new UsageError(`${other}=${env[other]}: ${why} and takes no other knob`);
}
