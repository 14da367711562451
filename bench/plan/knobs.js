/** The plan of a comparison, from the options of its command (commands/options.js). */
import { usualBaseline } from '../analyse/comparison/baseline.js';
import { ROUNDS_FOR_VERDICT } from '../analyse/statistics/verdict.js';
import { capabilitiesOf } from '../engines/engines.js';
import { UsageError } from '../util/errors.js';
import { InputError, wholeNumber } from '../../k6/lib/input.js';
import { staircase } from '../../k6/lib/profiles.js';
import { LIMIT_KNOBS, limitsOf } from './limits.js';
import { chooseScenarios, chooseTargets, withPairs } from './pairs.js';
import { chooseSettings, databaseRttMs, describeSettings } from './surroundings.js';

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */
/** @typedef {Record<string, string | undefined>} Env */
/** @typedef {import('./limits.js').Limits} Limits */
/**
 * @typedef {object} Plan
 * @property {string} profile
 * @property {Record<string, string>} loadVariables what k6 is told to make the same staircase
 * @property {{ vus: number, durationMs: number }[]} stages
 * @property {number} warmupMinSeconds a warm-up that is steady before goes on until then
 * @property {number} warmupMaxSeconds a warm-up that has not become steady ends then; 0: no warm-ups
 * @property {number} steadyBursts as many bursts of a warm-up in a row have to be steady
 * @property {boolean} limitInTurn every other burst of a warm-up is under the CPU limit
 * @property {boolean} freshJvms every round has JVMs of its own, as it must where there are rounds enough for a verdict: what two JVMs of one jar
 *   differ by averages out over JVMs alone
 * @property {number} rounds
 * @property {number} spareRounds as many may be added where void cells leave a scenario with too few rounds for a verdict
 * @property {{ halfWidth: number, maxRounds: number } | null} until rounds are added until every interval is narrower than ± that share, or
 *   there are that many
 * @property {number} seed
 * @property {string[]} targets
 * @property {string} baseline the target that the others are compared with
 * @property {string[]} scenarios
 * @property {import('./surroundings.js').Settings | null} settings what the targets get beyond their own environment
 * @property {number | null} databaseRttMs delay on the way to the database and back; null: none, and no proxy
 */
/** @typedef {Plan & Limits} CompareOptions */

const MAX_ROUNDS = 1000;
const USUAL_ROUNDS_MAX = 30;
const SPARE_ROUNDS = 3;
const MAX_WARMUP_SECONDS = 3600;
const LEAST_STAGE_SECONDS = 2;
const SEEDS = 2 ** 32;

const LOAD_KNOBS = ['PROFILE', 'VUS_START', 'VUS_STEP', 'STAGES', 'STAGE_SECONDS'];
/** What all targets of a run are given. */
export const SURROUNDING_KNOBS = ['SETTINGS', 'DB_RTT_MS'];
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
  ...SURROUNDING_KNOBS,
];
/** What may be said of all runs of a study; the rest is the study's. */
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
 * @returns {CompareOptions}
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
    baseline: chooseBaseline(given.BASELINE, targets) ?? usualBaseline(targets),
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
  const usual = capabilitiesOf(given.ENGINE).liftsLimit ? load.warmupMaxSeconds : limitedWarmupMaxSeconds;
  const warmupMaxSeconds = wholeNumber(given, 'WARMUP_MAX', usual, 0, MAX_WARMUP_SECONDS);
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
 * @param {number} usual number of rounds
 * @returns {Pick<CompareOptions, 'rounds' | 'until' | 'spareRounds'>}
 */
function roundsOf(given, usual) {
  const { ROUNDS = '' } = given;
  if (!ROUNDS.startsWith('until')) {
    if (given.ROUNDS_MAX) throw new UsageError(`ROUNDS_MAX=${given.ROUNDS_MAX}: goes with ROUNDS=until:<share>, such as until:0.03`);
    const rounds = wholeNumber(given, 'ROUNDS', usual, 1, MAX_ROUNDS);
    return { rounds, until: null, spareRounds: rounds < ROUNDS_FOR_VERDICT ? 0 : SPARE_ROUNDS };
  }
  const halfWidth = Number(/^until:(0\.\d+)$/.exec(ROUNDS)?.[1]);
  if (!(halfWidth >= 0.001 && halfWidth <= 0.5)) {
    throw new UsageError(
      `ROUNDS=${ROUNDS}: accepted is a whole number, or until:<share> with a share from 0.001 to 0.5, such as until:0.03`,
    );
  }
  const rounds = Math.max(usual, ROUNDS_FOR_VERDICT);
  const maxRounds = wholeNumber(given, 'ROUNDS_MAX', USUAL_ROUNDS_MAX, rounds, MAX_ROUNDS);
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
 * @param {Record<string, any>} run the record of the run to go on with
 * @param {string[]} [more] knobs that the command has besides
 * @returns {CompareOptions} its plan
 * @throws {UsageError} if another knob is given as well: the plan is fixed
 */
export function resumedOptions(env, run, more = []) {
  const other = [...PLAN_KNOBS, ...more].find((name) => env[name]);
  if (other) throw new UsageError(`${other}=${env[other]}: RESUME goes on with the plan of ${run.id} and takes no other knob`);
  return /** @type {CompareOptions} */ (run);
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
