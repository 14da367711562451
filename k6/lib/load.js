/** The load of a script: on one target (a staircase of users, or the open model), or on several in turn (a sequence of blocks). No k6 imports. */
import { sequenceOf } from './blocks.js';
import { InputError } from './input.js';
import { loadOptions, openLoad, sequenceOptions } from './options.js';
import { RAMP_SECONDS, staircase } from './profiles.js';
import { chooseTarget, locateTarget } from './target.js';
import { warmUpOf, withWarmUp } from './warm-up-plan.js';

/**
 * @typedef {object} Load
 * @property {import('./target.js').Target[]} targets each once
 * @property {import('k6/options').Options} options
 * @property {import('./summary.js').LoadPlan} plan
 * @property {import('./warm-up-plan.js').WarmUp | null} warmUp
 *
 * @typedef {Omit<Load, 'warmUp'> & { mostUsers: number }} ColdLoad
 */

/**
 * @param {string} name of a scenario
 * @param {import('./catalogue.js').Entry} entry
 * @param {import('./input.js').Env} env
 * @returns {Load}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function chooseLoad(name, entry, env) {
  const { mostUsers, ...load } = chooseColdLoad(name, entry, env);
  const warmUp = warmUpOf(entry.scenario, mostUsers, env);
  if (warmUp === null) return { ...load, warmUp };
  const options = withWarmUp(load.options, warmUp, { name, targets: load.targets.length });
  return { ...load, options, plan: { ...load.plan, warmUpMaxSeconds: warmUp.maxSeconds }, warmUp };
}

/**
 * @param {import('./catalogue.js').Entry} entry
 * @param {import('./input.js').Env} env of a load that can be chosen
 * @returns {import('./target.js').Target[]} each once
 */
export function targetsOfLoad({ targets }, env) {
  const sequence = sequenceOf(env, Object.keys(targets));
  return sequence ? locateTargets(targets, sequence, env) : [chooseTarget(targets, env)];
}

/**
 * @param {string} name of a scenario
 * @param {import('./catalogue.js').Entry} entry
 * @param {import('./input.js').Env} env
 * @returns {ColdLoad}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
function chooseColdLoad(name, { scenario: { leavesBacklog, rate }, targets }, env) {
  const sequence = sequenceOf(env, Object.keys(targets));
  if (!sequence) return loadOnOneTarget({ name, leavesBacklog }, chooseTarget(targets, env), env);
  if (leavesBacklog && sequence.slices.length > 1) {
    throw new InputError(`BLOCKS=${env.BLOCKS}: ${name} leaves a backlog, which would reach into the next slice; accepted is one slice`);
  }
  return loadInSlices({ name, rate }, sequence, locateTargets(targets, sequence, env), env);
}

/**
 * @param {{ name: string, leavesBacklog?: boolean }} scenario
 * @param {import('./target.js').Target} target
 * @param {import('./input.js').Env} env
 * @returns {ColdLoad}
 */
function loadOnOneTarget(scenario, target, env) {
  const { profile, stages } = staircase(env);
  const open = openLoad(env);
  const plan = {
    scenario: scenario.name,
    title: `${scenario.name} on ${target.name}, ${open ? 'open model' : profile}`,
    load: open ? `${open.rate} requests/s after a ramp of ${RAMP_SECONDS} s` : `${stages.map(({ vus }) => vus).join(', ')} VUs`,
    seconds: open ? open.seconds : stages.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000,
    closedLoop: open === null,
  };
  const mostUsers = open ? open.vus : Math.max(...stages.map(({ vus }) => vus));
  return { targets: [target], options: loadOptions(scenario, target.name, stages, env), plan, mostUsers };
}

/**
 * @param {{ name: string, rate?: number }} scenario
 * @param {import('./blocks.js').Sequence} sequence
 * @param {import('./target.js').Target[]} targets
 * @param {import('./input.js').Env} env
 * @returns {ColdLoad}
 */
function loadInSlices(scenario, sequence, targets, env) {
  const { name } = scenario;
  const { blocks, slices, sliceSeconds } = sequence;
  const levels = [...new Set(slices.map(({ vus }) => vus))];
  const plan = {
    scenario: name,
    title: `${name} on ${targets.map((target) => target.name).join(', ')}, ${count(blocks.length, 'block')}`,
    load: `${levels.join(', ')} VUs, ${count(slices.length, 'slice')} of ${sliceSeconds} s`,
    seconds: slices[slices.length - 1].startSecond + sliceSeconds,
    loadedSeconds: slices.length * sliceSeconds,
    closedLoop: scenario.rate === undefined,
  };
  return { targets, options: sequenceOptions(scenario, sequence, env), plan, mostUsers: Math.max(...levels) };
}

/**
 * @param {import('./target.js').Targets} known
 * @param {import('./blocks.js').Sequence} sequence
 * @param {import('./input.js').Env} env
 * @returns {import('./target.js').Target[]} in the order of their first slices
 */
function locateTargets(known, { slices }, env) {
  const names = [...new Set(slices.map(({ target }) => target))];
  const targets = names.map((name) => locateTarget(known, name, env));
  const urls = targets.map(({ baseUrl }) => baseUrl);
  const repeated = urls.find((url, index) => urls.indexOf(url) !== index);
  if (repeated) {
    throw new InputError(
      `BLOCKS=${env.BLOCKS}: several targets would be ${repeated}; give TARGET_HOST without a port, or with {target} in the name`,
    );
  }
  return targets;
}

/** @param {number} number @param {string} noun */
function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
