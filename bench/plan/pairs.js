/** Which targets and scenarios a run has, and which of their pairs are measured. */
import { UsageError } from '../util/errors.js';
import { fitting, unfitReason } from '../record/fits.js';

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */
/** @typedef {{ targets: string[], scenarios: string[] }} Names */

const ALL = 'all';

/**
 * @param {string} name of the knob
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
 * @param {string | undefined} value of TARGETS: names, `all`, or nothing
 * @param {Catalogue} catalogue
 * @param {{ unnamed?: 'core' | 'all', flawed?: boolean }} [how] `unnamed`: the default; `flawed`: are targets with a fault accepted by name?
 * @returns {string[]} in the catalogue's order
 * @throws {UsageError} for a name that is not known
 */
export function chooseTargets(value, { targets }, { unnamed = 'core', flawed = false } = {}) {
  const all = Object.keys(targets).filter((name) => !targets[name].flawed);
  return choose('TARGETS', value, {
    known: flawed ? Object.keys(targets) : all,
    all,
    unnamed: unnamed === 'all' ? all : core(targets, all),
  });
}

/**
 * @param {string | undefined} value of SCENARIOS: names, `all`, or nothing
 * @param {Catalogue} catalogue
 * @param {{ unnamed?: 'core' | 'all' }} [how] the default
 * @returns {string[]} in the catalogue's order
 * @throws {UsageError} for a name that is not known
 */
export function chooseScenarios(value, { scenarios }, { unnamed = 'core' } = {}) {
  const all = Object.keys(scenarios);
  return choose('SCENARIOS', value, { known: all, all, unnamed: unnamed === 'all' ? all : core(scenarios, all) });
}

/** @param {string} knob @param {string | undefined} value @param {{ known: string[], all: string[], unnamed: string[] }} names */
function choose(knob, value, { known, all, unnamed }) {
  if (value === undefined || value === '') return unnamed;
  return value.trim() === ALL ? all : chooseNames(knob, value, known);
}

/** @param {Record<string, { extended?: boolean }>} entries @param {string[]} names */
function core(entries, names) {
  return names.filter((name) => !entries[name].extended);
}

/**
 * Targets and scenarios that the user names must each fit one of the others. Those of the default or `all` that fit none are left out.
 * @param {Catalogue} catalogue
 * @param {Names} chosen
 * @param {Record<string, string | undefined>} env the knobs that chose them
 * @returns {Names} those that fit one of the others
 * @throws {UsageError} one line with the reason
 */
export function withPairs(catalogue, { targets, scenarios }, env) {
  const withTarget = scenarios.filter((scenario) => targets.some(fitting(catalogue, scenario)));
  const withScenario = targets.filter((target) => scenarios.some((scenario) => fitting(catalogue, scenario)(target)));
  const scenario = (isNamed(env.SCENARIOS) || withTarget.length === 0) && scenarios.find((name) => !withTarget.includes(name));
  if (scenario) {
    const reasons = targets.map((target) => `${target} (${unfitReason(catalogue, target, scenario)})`);
    throw new UsageError(`SCENARIOS=${env.SCENARIOS ?? ''}: ${scenario} is not measured on ${reasons.join(', ')}`);
  }
  const target = isNamed(env.TARGETS) && targets.find((name) => !withScenario.includes(name));
  if (target) {
    const reasons = scenarios.map((name) => `${name} (${unfitReason(catalogue, target, name)})`);
    throw new UsageError(`TARGETS=${env.TARGETS}: ${target} is not measured in ${reasons.join(', ')}`);
  }
  return { targets: withScenario, scenarios: withTarget };
}

/** @param {string | undefined} value of a knob */
function isNamed(value = '') {
  return value !== '' && value.trim() !== ALL;
}

/**
 * @param {Catalogue} catalogue
 * @param {Names} names
 * @returns {{ target: string, scenario: string, reason: string }[]} their pairs that are not measured
 */
export function unfitPairs(catalogue, { targets, scenarios }) {
  return scenarios.flatMap((scenario) =>
    targets.flatMap((target) => {
      const reason = unfitReason(catalogue, target, scenario);
      return reason === null ? [] : [{ target, scenario, reason }];
    }),
  );
}

/**
 * @param {Pick<Catalogue, 'scenarios'>} catalogue
 * @param {string[]} scenarios
 * @returns {string[]} downstream services that they need, each once
 */
export function needsOf(catalogue, scenarios) {
  return [...new Set(scenarios.flatMap((scenario) => catalogue.scenarios[scenario].needs ?? []))];
}
