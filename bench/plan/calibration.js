/** A calibration's plan: one target against itself (A/A test), so that every difference is noise. */
import { oneOf } from '../../k6/lib/input.js';
import { ROUNDS_FOR_VERDICT } from '../analyse/statistics/verdict.js';
import { UsageError } from '../util/errors.js';
import { capabilitiesOf } from '../engines/engines.js';
import { asUsageError, compareOptions } from './knobs.js';

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */

const SECOND_NAME = '-again';
/** Ports of the catalogue's targets are next to each other; this leads beyond all of them. */
const PORT_OFFSET = 20;
const DEFAULT_TARGET = 'mvc';
/** The load of the runs that have verdicts. With fewer than 5 rounds there is no verdict, and more rounds take longer. */
const DEFAULT_PROFILE = 'rigorous';

/**
 * @param {import('../record/catalogue.js').Target} target
 * @param {number} copy 1 for the first one beside it
 * @returns {import('../record/catalogue.js').Target} the same on free ports
 */
export function moved(target, copy) {
  const offset = PORT_OFFSET * copy;
  return { ...target, port: target.port + offset, managementPort: target.managementPort + offset };
}

/**
 * @param {Catalogue} catalogue
 * @param {string} target
 * @returns {{ catalogue: Catalogue, names: [string, string] }} only that target, under two names and on two pairs of ports
 */
export function doubled(catalogue, target) {
  const first = catalogue.targets[target];
  const again = `${target}${SECOND_NAME}`;
  /** @type {import('../record/catalogue.js').Target} */
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
 * Every round has its own JVMs, whatever the profile says: two JVMs of one jar may differ as long as they live.
 * Without a profile, it has as many rounds of a rigorous run as a verdict needs.
 * @param {import('./knobs.js').Env} env
 * @param {Catalogue} catalogue
 * @returns {{ options: import('../record/run.js').Plan, catalogue: Catalogue, target: string }}
 * @throws {import('../util/errors.js').UsageError} one line that names the knob, its value and what is accepted
 */
export function calibrationOptions(env, catalogue) {
  if (!capabilitiesOf(env.ENGINE).measuresTargetTwice) {
    throw new UsageError('ENGINE=docker: a target has one container there, and cannot be measured against itself; take ENGINE=native');
  }
  const honest = Object.keys(catalogue.targets).filter((name) => !catalogue.targets[name].flawed);
  const target = asUsageError(() => oneOf({ TARGET: env.TARGET || undefined }, 'TARGET', honest, DEFAULT_TARGET));
  const both = doubled(catalogue, target);
  const PROFILE = env.PROFILE || DEFAULT_PROFILE;
  const options = compareOptions({ ...env, PROFILE, TARGETS: both.names.join(), BASELINE: target }, both.catalogue);
  const defaultRounds = env.PROFILE ? Math.max(options.rounds, ROUNDS_FOR_VERDICT) : ROUNDS_FOR_VERDICT;
  const rounds = env.ROUNDS ? options.rounds : defaultRounds;
  return { options: { ...options, rounds, freshJvms: true }, catalogue: both.catalogue, target };
}
