/** A calibration's plan: one target against itself (A/A test), so that every difference is noise. */
import { oneOf } from '../../k6/lib/input.js';
import { UsageError } from '../util/errors.ts';
import { capabilitiesOf } from '../engines/engines.ts';
import { hasBlocks, type Target, type Catalogue } from '../record/catalogue.ts';
import { compareOptions, type Env } from './knobs.ts';
import { chooseScenarios } from './pairs.ts';
import type { Plan } from '../record/run.ts';

const SECOND_NAME = '-again';
/** Ports of the catalogue's targets are next to each other; this leads beyond all of them. */
const PORT_OFFSET = 20;
export const DEFAULT_TARGET = 'mvc';
/** Of both names together: two targets take half as long as four, so that the same budget has twice the rounds. */
export const CALIBRATION_MINUTES = 20;

/** @param copy 1 for the first one beside it @returns the same on free ports */
export function moved(target: Target, copy: number): Target {
  const offset = PORT_OFFSET * copy;
  return { ...target, port: target.port + offset, managementPort: target.managementPort + offset };
}

/** @returns only that target, under two names and on two pairs of ports */
export function doubled(catalogue: Catalogue, target: string): { catalogue: Catalogue; names: [string, string] } {
  const first = catalogue.targets[target];
  const again = `${target}${SECOND_NAME}`;
  const second: Target = {
    ...moved(first, 1),
    label: `${first.label} again`,
    colour: '#777777',
    symbol: first.symbol === 'diamond' ? 'rect' : 'diamond',
    line: first.line === 'dotted' ? 'dashed' : 'dotted',
  };
  return { catalogue: { ...catalogue, targets: { [target]: first, [again]: second } }, names: [target, again] };
}

/** @throws {UsageError | InputError} one line that names the knob, its value and what is accepted */
export function calibrationOptions(env: Env, catalogue: Catalogue): { options: Plan; catalogue: Catalogue; target: string } {
  if (!capabilitiesOf(env.ENGINE).measuresTargetTwice) {
    throw new UsageError(`ENGINE=${env.ENGINE}: a target has one container there, not a second one for comparison; take ENGINE=native`);
  }
  const honest = Object.keys(catalogue.targets).filter((name) => !catalogue.targets[name].flawed);
  const target = oneOf(env, 'TARGET', honest, DEFAULT_TARGET);
  const both = doubled(catalogue, target);
  const isCompared = chooseScenarios(env.SCENARIOS, catalogue).some((scenario) => hasBlocks(catalogue, scenario));
  const endsItself = env.PROFILE || env.ROUNDS || env.HALF_WIDTH || !isCompared;
  const BUDGET = env.BUDGET || (endsItself ? undefined : String(CALIBRATION_MINUTES));
  const options = compareOptions({ ...env, BUDGET, TARGETS: both.names.join(), BASELINE: target }, both.catalogue);
  return { options, catalogue: both.catalogue, target };
}
