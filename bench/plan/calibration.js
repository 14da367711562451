/** A calibration's plan: one target against itself (A/A), so that whatever differs is noise. */
import { oneOf } from '../../k6/lib/input.js';
import { ROUNDS_FOR_VERDICT } from '../analyse/statistics/verdict.js';
import { UsageError } from '../util/errors.js';
import { capabilitiesOf } from '../engines/engines.js';
import { asUsageError, compareOptions } from './knobs.js';

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */

const SECOND_NAME = '-again';
/** Beyond all targets of the catalogue, whose ports are next to each other. */
const PORTS_APART = 20;
const USUAL_TARGET = 'mvc';
/** The load of the runs whose verdicts it is held against: with fewer than 5 rounds there is no verdict, and what has more takes its time. */
const USUAL_PROFILE = 'rigorous';

/**
 * @param {import('../record/catalogue.js').Target} target
 * @param {number} copy 1 for the first one beside it
 * @returns {import('../record/catalogue.js').Target} the same on ports that nobody has
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
 * Its rounds have JVMs of their own, whatever the profile says: where two JVMs of one jar differ, they may go on differing as long as they live.
 * Where no profile is asked for, it is as many rounds of a rigorous run as there must be.
 * @param {import('./knobs.js').Env} env
 * @param {Catalogue} catalogue
 * @returns {{ options: import('./knobs.js').CompareOptions, catalogue: Catalogue, target: string }}
 * @throws {import('../util/errors.js').UsageError} one line that names the knob, its value and what is accepted
 */
export function calibrationOptions(env, catalogue) {
  if (!capabilitiesOf(env.ENGINE).measuresTargetTwice) {
    throw new UsageError('ENGINE=docker: a target has one container there, and cannot be measured against itself; take ENGINE=native');
  }
  const honest = Object.keys(catalogue.targets).filter((name) => !catalogue.targets[name].flawed);
  const target = asUsageError(() => oneOf({ TARGET: env.TARGET || undefined }, 'TARGET', honest, USUAL_TARGET));
  const both = doubled(catalogue, target);
  const PROFILE = env.PROFILE || USUAL_PROFILE;
  const options = compareOptions({ ...env, PROFILE, TARGETS: both.names.join(), BASELINE: target }, both.catalogue);
  const usualRounds = env.PROFILE ? Math.max(options.rounds, ROUNDS_FOR_VERDICT) : ROUNDS_FOR_VERDICT;
  return { options: { ...options, rounds: env.ROUNDS ? options.rounds : usualRounds, freshJvms: true }, catalogue: both.catalogue, target };
}
