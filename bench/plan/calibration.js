/** A calibration's plan: one target against itself (A/A), so that whatever differs is noise. */
import { oneOf } from '../../k6/lib/input.js';
import { profiles } from '../../k6/lib/profiles.js';
import { ROUNDS_FOR_VERDICT } from '../analyse/statistics/verdict.js';
import { UsageError } from '../errors.js';
import { asUsageError, chooseEngine, compareOptions } from './knobs.js';

/** @typedef {import('../catalogue.js').Catalogue} Catalogue */

const SECOND_NAME = '-again';
/** Beyond all targets of the catalogue, whose ports are next to each other. */
const PORTS_APART = 20;
const USUAL_TARGET = 'mvc';
/** As in the runs whose verdicts it is held against: with fewer than 5 rounds there is no verdict, and what has more takes its time. */
const WARM_UP_AS = 'rigorous';

/**
 * @param {import('../catalogue.js').Target} target
 * @param {number} copy 1 for the first one beside it
 * @returns {import('../catalogue.js').Target} the same on ports that nobody has
 */
export function moved(target, copy) {
  const apart = PORTS_APART * copy;
  return { ...target, port: target.port + apart, managementPort: target.managementPort + apart };
}

/**
 * @param {Catalogue} catalogue
 * @param {string} target
 * @returns {{ catalogue: Catalogue, names: [string, string] }} only that target, under two names and on two pairs of ports
 */
export function doubled(catalogue, target) {
  const first = catalogue.targets[target];
  const again = `${target}${SECOND_NAME}`;
  const second = {
    ...moved(first, 1),
    label: `${first.label} again`,
    colour: '#777777',
    symbol: first.symbol === 'diamond' ? 'rect' : 'diamond',
    line: first.line === 'dotted' ? 'dashed' : 'dotted',
  };
  return { catalogue: { ...catalogue, targets: { [target]: first, [again]: second } }, names: [target, again] };
}

/**
 * Its rounds have JVMs of their own, whatever the profile says: two JVMs of one jar differ, and go on differing as long as they live.
 * Where no profile is asked for, they are warmed up like those of a rigorous run.
 * @param {import('./knobs.js').Env} env
 * @param {Catalogue} catalogue
 * @returns {{ options: import('./knobs.js').CompareOptions, catalogue: Catalogue, target: string }}
 * @throws {import('../errors.js').UsageError} one line that names the knob, its value and what is accepted
 */
export function calibrationOptions(env, catalogue) {
  if (chooseEngine(env.ENGINE) === 'docker') {
    throw new UsageError('ENGINE=docker: a target has one container there, and cannot be measured against itself; take ENGINE=native');
  }
  const honest = Object.keys(catalogue.targets).filter((name) => !catalogue.targets[name].flawed);
  const target = asUsageError(() => oneOf({ TARGET: env.TARGET || undefined }, 'TARGET', honest, USUAL_TARGET));
  const both = doubled(catalogue, target);
  const warmedUpAs = asUsageError(() => oneOf({ PROFILE: env.PROFILE || undefined }, 'PROFILE', Object.keys(profiles), WARM_UP_AS));
  const { warmupMaxSeconds, steadyBursts } = profiles[warmedUpAs];
  const WARMUP_MAX = env.WARMUP_MAX || String(warmupMaxSeconds);
  const options = compareOptions({ ...env, WARMUP_MAX, TARGETS: both.names.join(), BASELINE: target }, both.catalogue);
  const rounds = env.ROUNDS ? options.rounds : Math.max(options.rounds, ROUNDS_FOR_VERDICT);
  return { options: { ...options, rounds, steadyBursts, freshJvms: true }, catalogue: both.catalogue, target };
}
