/** The plan of a comparison, from the options of its command (commands/options.js). */
import { ROUNDS_FOR_VERDICT } from '../analyse/statistics/verdict.js';
import { capabilitiesOf } from '../engines/engines.js';
import { UsageError } from '../util/errors.js';
import { InputError, wholeNumber } from '../../k6/lib/input.js';
import { staircase } from '../../k6/lib/profiles.js';
import { defaultBaseline } from './baseline.js';
import { LIMIT_KNOBS, limitsOf } from './limits.js';
import { chooseScenarios, chooseTargets, withPairs } from './pairs.js';
import { chooseSettings, databaseRttMs, describeSettings } from './environment.js';

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */
/** @typedef {Record<string, string | undefined>} Env */
/** @typedef {import('../record/run.js').Plan} Plan */

const MAX_ROUNDS = 1000;
const DEFAULT_ROUNDS_MAX = 30;
const SPARE_ROUNDS = 3;
const MAX_WARMUP_SECONDS = 3600;
const LEAST_STAGE_SECONDS = 2;
const SEEDS = 2 ** 32;

const LOAD_KNOBS = ['PROFILE', 'VUS_START', 'VUS_STEP', 'STAGES', 'STAGE_SECONDS'];
/** What all targets of a run are given. */
export const ENVIRONMENT_KNOBS = ['SETTINGS', 'DB_RTT_MS'];
/** What a comparison may be asked for. */
export const PLAN_KNOBS = [
  ...LOAD_KNOBS,
  'WARMUP_MAX',
  'TARGETS',
  'BASELINE',
  'SCENARIOS',
  'ROUNDS',
  'ROUNDS_MAX',
  'SEED',
  ...LIMIT_KNOBS,
  ...ENVIRONMENT_KNOBS,
];
/** Knobs that apply to all runs of a study. The study sets the others. */
export const STUDY_KNOBS = ['PROFILE', 'ROUNDS', 'WARMUP_MAX', 'SEED', ...LIMIT_KNOBS];

/**
 * @param {string | undefined} value
 * @param {string[]} targets of the run
 * @returns {string | null} null if none is given
 * @throws {UsageError} for a target that is not in the run
 */
export function chooseBaseline(value, targets) {
  if (value === undefined || value === '') return null;
  if (!targets.includes(value)) throw new UsageError(`BASELINE=${value}: not in this run; accepted: ${targets.join(', ')}`);
  return value;
}

/**
 * @param {Env} env
 * @returns {boolean} whether k6's own web dashboard is asked for
 * @throws {UsageError} for another one, and in containers, where Grafana shows the run
 */
export function wantsK6Dashboard({ LIVE, ENGINE }) {
  if (LIVE && LIVE !== 'k6') throw new UsageError(`LIVE=${LIVE}: accepted is k6`);
  if (LIVE && !capabilitiesOf(ENGINE).showsK6Dashboard)
    throw new UsageError('LIVE=k6: goes with ENGINE=native; in containers Grafana shows the run');
  return LIVE === 'k6';
}

/**
 * @param {Env} env
 * @param {Catalogue} catalogue
 * @returns {Plan}
 * @throws {UsageError} with one line that names the knob, its value and what is accepted
 */
export function compareOptions(env, catalogue) {
  const given = withoutEmpty(env);
  const loadVariables = /** @type {Record<string, string>} */ (pick(given, LOAD_KNOBS));
  const chosen = { targets: chooseTargets(given.TARGETS, catalogue), scenarios: chooseScenarios(given.SCENARIOS, catalogue) };
  const { targets, scenarios } = withPairs(catalogue, chosen, given);
  const load = asUsageError(() => loadOptions(given, loadVariables));
  if (load.until && targets.length === 1) throw new UsageError(`ROUNDS=${given.ROUNDS}: one target has nothing to be compared with`);
  return {
    ...load,
    loadVariables,
    targets,
    baseline: chooseBaseline(given.BASELINE, targets) ?? defaultBaseline(targets),
    scenarios,
    ...asUsageError(() => limitsOf(given)),
    settings: describeSettings(catalogue, chooseSettings(given.SETTINGS, catalogue), targets),
    databaseRttMs: asUsageError(() => databaseRttMs(given.DB_RTT_MS)),
  };
}

/**
 * @param {Env} given
 * @param {Env} loadVariables
 */
function loadOptions(given, loadVariables) {
  const { limitedWarmupMaxSeconds, ...load } = staircase(loadVariables);
  if (load.stages[0].durationMs < LEAST_STAGE_SECONDS * 1000) {
    throw new UsageError(
      `STAGE_SECONDS=${given.STAGE_SECONDS}: accepted are ${LEAST_STAGE_SECONDS} and more: a stage's first second is in no figure`,
    );
  }
  const longest = capabilitiesOf(given.ENGINE).liftsLimit ? load.warmupMaxSeconds : limitedWarmupMaxSeconds;
  const warmupMaxSeconds = wholeNumber(given, 'WARMUP_MAX', longest, 0, MAX_WARMUP_SECONDS);
  const seed = wholeNumber(given, 'SEED', drawSeed(), 0, SEEDS - 1);
  const rounds = roundsOf(given, load.rounds);
  return { ...load, warmupMaxSeconds, ...rounds, freshJvms: load.freshJvms || rounds.rounds >= ROUNDS_FOR_VERDICT, seed };
}

/** @returns {number} an unsigned 32-bit integer */
export function drawSeed() {
  return Math.floor(Math.random() * SEEDS);
}

/**
 * @param {Env} given
 * @param {number} roundsOfProfile
 * @returns {Pick<Plan, 'rounds' | 'until' | 'spareRounds'>}
 */
function roundsOf(given, roundsOfProfile) {
  const { ROUNDS = '' } = given;
  if (!ROUNDS.startsWith('until')) {
    if (given.ROUNDS_MAX) throw new UsageError(`ROUNDS_MAX=${given.ROUNDS_MAX}: goes with ROUNDS=until:<share>, such as until:0.03`);
    const rounds = wholeNumber(given, 'ROUNDS', roundsOfProfile, 1, MAX_ROUNDS);
    return { rounds, until: null, spareRounds: rounds < ROUNDS_FOR_VERDICT ? 0 : SPARE_ROUNDS };
  }
  const halfWidth = Number(/^until:(0\.\d+)$/.exec(ROUNDS)?.[1]);
  if (!(halfWidth >= 0.001 && halfWidth <= 0.5)) {
    throw new UsageError(
      `ROUNDS=${ROUNDS}: accepted is a whole number, or until:<share> with a share from 0.001 to 0.5, such as until:0.03`,
    );
  }
  const rounds = Math.max(roundsOfProfile, ROUNDS_FOR_VERDICT);
  const maxRounds = wholeNumber(given, 'ROUNDS_MAX', DEFAULT_ROUNDS_MAX, rounds, MAX_ROUNDS);
  return { rounds, until: { halfWidth, maxRounds }, spareRounds: 0 };
}

/**
 * @param {Env} env
 * @returns {Env} `make compare ROUNDS=` means: not given
 */
function withoutEmpty(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/**
 * @param {Env} env
 * @param {string[]} names
 * @returns {Env}
 */
function pick(env, names) {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/**
 * @param {Env} env
 * @param {{ id: string }} run to be resumed
 * @param {string[]} [more] knobs that the command has besides
 * @throws {UsageError} if another knob is given as well: the plan is fixed
 */
export function refuseKnobsWithResume(env, { id }, more = []) {
  const other = [...PLAN_KNOBS, ...more].find((name) => env[name]);
  if (other) throw new UsageError(`${other}=${env[other]}: RESUME keeps the plan of ${id} and takes no other knob`);
}

/**
 * @template T
 * @param {() => T} read
 * @returns {T}
 */
export function asUsageError(read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new UsageError(error.message);
  }
}
