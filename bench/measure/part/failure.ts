import { causeOf, failureOf } from '../generators/results.ts';
import { targetExitText } from '../../util/text.ts';
import type { Engine } from '../../engines/engine.ts';
import type { InstanceEnd } from '../generators/instances.ts';

/** Why a part failed, in a sentence for the report. The run continues with the next one. */
export class PartFailure extends Error {}

/** @param when such as 'in the part' @throws {PartFailure} if one of them has ended */
export function refuseEnded(engine: Pick<Engine, 'targetExit'>, targets: string[], when: string) {
  for (const target of targets) {
    const exit = engine.targetExit(target);
    if (exit) throw new PartFailure(`${target} ended ${when} (${targetExitText(exit)})`);
  }
}

/** @throws {PartFailure} if k6 has failed */
export function refuseFailedK6(end: InstanceEnd, when: string) {
  const failure = failureOf(end);
  if (failure !== null) throw new PartFailure(`${failure} ${when}: ${causeOf(end)}`);
}
