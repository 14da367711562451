/**
 * The knobs of the commands: `make compare PROFILE=smoke TARGETS=mvc` reaches the runner as environment variables, which make
 * also lists in MAKEFLAGS. From there a misspelt knob is seen; a stray variable of the user's shell is not mistaken for one.
 */
import { UsageError } from '../errors.js';
import { profiles, staircase } from '../../k6/lib/profiles.js';

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
 * @property {string[]} scenarios
 * @property {number | null} targetCpus CPUs per target; null: the engine's default
 */

const LOAD_KNOBS = ['PROFILE', 'VUS_START', 'VUS_STEP', 'STAGES', 'STAGE_SECONDS'];
const PLAN_KNOBS = [...LOAD_KNOBS, 'TARGETS', 'SCENARIOS', 'ROUNDS', 'SEED', 'TARGET_CPUS'];

/** Knobs of each command. */
export const KNOBS = {
  compare: [...PLAN_KNOBS, 'RESUME'],
  report: ['RUN'],
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
 * @param {string} name
 * @param {string} value
 * @param {number} from
 * @param {number} to
 * @returns {number} the whole number
 * @throws {UsageError} if it is none, or out of range
 */
export function wholeNumber(name, value, from, to) {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  if (!(number >= from && number <= to)) throw new UsageError(`${name}=${value}: accepted is a whole number from ${from} to ${to}`);
  return number;
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
 * @param {Catalogue} catalogue
 * @returns {CompareOptions}
 * @throws {UsageError} with one line that names the knob, its value and what is accepted
 */
export function compareOptions(env, catalogue) {
  /** @type {Record<string, string>} */
  const loadVariables = Object.fromEntries(LOAD_KNOBS.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const load = staircaseOrUsageError(loadVariables);
  return {
    profile: load.profile,
    loadVariables,
    stages: load.stages,
    warmupSeconds: load.warmupSeconds,
    rounds: env.ROUNDS ? wholeNumber('ROUNDS', env.ROUNDS, 1, 1000) : load.rounds,
    seed: env.SEED ? wholeNumber('SEED', env.SEED, 0, 2 ** 32 - 1) : Math.floor(Math.random() * 2 ** 32),
    targets: chooseNames('TARGETS', env.TARGETS, Object.keys(catalogue.targets)),
    scenarios: chooseNames('SCENARIOS', env.SCENARIOS, Object.keys(catalogue.scenarios)),
    targetCpus: targetCpus(env.TARGET_CPUS),
  };
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

/** @param {Env} env */
function staircaseOrUsageError(env) {
  try {
    return staircase(env);
  } catch (error) {
    throw new UsageError(/** @type {Error} */ (error).message);
  }
}

/** Names of the load profiles, for help texts. */
export const profileNames = Object.keys(profiles);
