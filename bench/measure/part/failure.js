import { causeOf, failureOf } from '../generators/results.js';
import { targetExitText } from '../../util/text.js';

/** Why a part failed, in a sentence for the report. The run continues with the next one. */
export class PartFailure extends Error {}

/**
 * @param {Pick<import('../../engines/engine.js').Engine, 'targetExit'>} engine
 * @param {string[]} targets
 * @param {string} when such as 'in the part'
 * @throws {PartFailure} if one of them has ended
 */
export function refuseEnded(engine, targets, when) {
  for (const target of targets) {
    const exit = engine.targetExit(target);
    if (exit) throw new PartFailure(`${target} ended ${when} (${targetExitText(exit)})`);
  }
}

/** @param {import('../generators/instances.js').InstanceEnd} end @param {string} when @throws {PartFailure} if k6 has failed */
export function refuseFailedK6(end, when) {
  const failure = failureOf(end);
  if (failure !== null) throw new PartFailure(`${failure} ${when}: ${causeOf(end)}`);
}
