/**
 * The knobs of the commands: `make compare PROFILE=smoke TARGETS=mvc` reaches the runner as environment variables, which make
 * also lists in MAKEFLAGS. From there a misspelt knob is seen; a stray variable of the user's shell is not mistaken for one.
 */
import { usualBaseline } from '../analyse/baseline.js';
import { UsageError } from '../errors.js';
import { InputError, wholeNumber } from '../../k6/lib/input.js';
import { staircase } from '../../k6/lib/profiles.js';

/** @typedef {import('../catalogue.js').Catalogue} Catalogue */
/** @typedef {Record<string, string | undefined>} Env */
/**
 * @typedef {object} CompareOptions
 * @property {string} profile
 * @property {Record<string, string>} loadVariables what k6 is told to make the same staircase
 * @property {{ vus: number, durationMs: number }[]} stages
 * @property {number} warmupSeconds
 * @property {number} rounds
 * @property {number} seed
 * @property {string[]} targets
 * @property {string} baseline the target that the others are compared with
 * @property {string[]} scenarios
 * @property {number | null} targetCpus CPUs per target; null: the engine's default
 */

const MAX_ROUNDS = 1000;
const SEEDS = 2 ** 32;

const LOAD_KNOBS = ['PROFILE', 'VUS_START', 'VUS_STEP', 'STAGES', 'STAGE_SECONDS'];
const PLAN_KNOBS = [...LOAD_KNOBS, 'TARGETS', 'BASELINE', 'SCENARIOS', 'ROUNDS', 'SEED', 'TARGET_CPUS'];

/** Knobs of each command. */
export const KNOBS = {
  compare: [...PLAN_KNOBS, 'RESUME', 'LIVE'],
  report: ['RUN', 'BASELINE'],
  diff: ['A', 'B'],
  verify: ['TARGETS', 'SCENARIOS', 'TARGET_CPUS'],
  up: ['TARGETS', 'TARGET_CPUS'],
  down: [],
  setup: [],
  'bench-output': [],
  test: [],
  lint: [],
  format: [],
};

/**
 * @param {string} command
 * @param {string[]} allowed
 * @param {Env} env
 * @throws {UsageError} if make was given a variable that the command does not know
 */
export function refuseUnknownKnobs(command, allowed, env) {
  const given = (env.MAKEFLAGS ?? '').split(/(?:^| )-- /)[1] ?? '';
  for (const [, name] of given.matchAll(/(?:^|(?<!\\) )([A-Za-z_][A-Za-z0-9_]*)=/g)) {
    if (!allowed.includes(name)) throw new UsageError(`${name}: unknown; make ${command} takes ${allowed.join(', ') || 'nothing'}`);
  }
}

/**
 * @param {string} name
 * @param {string | undefined} value comma-separated names
 * @param {string[]} known
 * @returns {string[]} the names in the catalogue's order, each once; all if no value is given
 * @throws {UsageError} for a name that is not known
 */
export function chooseNames(name, value, known) {
  if (value === undefined || value === '') return known;
  const chosen = value.split(',').map((part) => part.trim());
  const wrong = chosen.find((part) => !known.includes(part));
  if (wrong !== undefined) throw new UsageError(`${name}=${value}: '${wrong}' is unknown; accepted: ${known.join(', ')}`);
  return known.filter((part) => chosen.includes(part));
}

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
 * @param {string | undefined} value
 * @returns {number | null} CPUs per target; null where none are given
 * @throws {UsageError} if it is not a number from 0.1 to 64
 */
export function targetCpus(value) {
  if (value === undefined || value === '') return null;
  const cpus = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
  if (!(cpus >= 0.1 && cpus <= 64)) throw new UsageError(`TARGET_CPUS=${value}: accepted is a number of CPUs from 0.1 to 64, such as 0.5`);
  return cpus;
}

/**
 * @param {Env} env
 * @returns {boolean} whether k6's own web dashboard is asked for
 * @throws {UsageError} for another one
 */
export function wantsK6Dashboard({ LIVE }) {
  if (LIVE && LIVE !== 'k6') throw new UsageError(`LIVE=${LIVE}: accepted is k6`);
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
  const targets = chooseNames('TARGETS', given.TARGETS, Object.keys(catalogue.targets));
  return {
    ...asUsageError(() => loadOptions(given, loadVariables)),
    loadVariables,
    targets,
    baseline: chooseBaseline(given.BASELINE, targets) ?? usualBaseline(targets),
    scenarios: chooseNames('SCENARIOS', given.SCENARIOS, Object.keys(catalogue.scenarios)),
    targetCpus: targetCpus(given.TARGET_CPUS),
  };
}

/**
 * @param {Env} given
 * @param {Env} loadVariables
 */
function loadOptions(given, loadVariables) {
  const load = staircase(loadVariables);
  const rounds = wholeNumber(given, 'ROUNDS', load.rounds, 1, MAX_ROUNDS);
  return { ...load, rounds, seed: wholeNumber(given, 'SEED', Math.floor(Math.random() * SEEDS), 0, SEEDS - 1) };
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
 * @returns {CompareOptions} its plan
 * @throws {UsageError} if another knob is given as well: the plan is fixed
 */
export function resumedOptions(env, run) {
  const other = PLAN_KNOBS.find((name) => env[name]);
  if (other) throw new UsageError(`${other}=${env[other]}: RESUME goes on with the plan of ${run.id} and takes no other knob`);
  return /** @type {CompareOptions} */ (run);
}

/**
 * @template T
 * @param {() => T} read
 * @returns {T}
 */
function asUsageError(read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new UsageError(error.message);
  }
}
