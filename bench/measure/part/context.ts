/** What all parts of a run share, and why one of them fails. */
import { targetExitText } from '../../util/text.ts';
import type { Run } from '../../record/run.ts';
import type { Engine } from '../../engines/engine.ts';
import type { Jvms } from '../jvms.ts';
import type { Progress } from '../progress.ts';
import type { Spent } from '../spent.ts';
import type { LoadContext } from '../generators/start.ts';

export interface PartContext extends LoadContext {
  /** its plan and circumstances; its parts and notes may be older than the record */
  run: Run;
  jvms: Jvms;
  progress: Progress;
  spent: Spent;
}

/** Why a part failed, in a sentence for the report. The run continues with the next one. */
export class PartFailure extends Error {}

export function refuse(reason: string | null) {
  if (reason !== null) throw new PartFailure(reason);
}

/** @param when such as 'under load' @throws {PartFailure} if one of them has ended */
export function refuseEnded(engine: Engine, targets: string[], when: string) {
  for (const target of targets) {
    const exit = engine.targets.exit(target);
    if (exit) throw new PartFailure(`${target} ended ${when} (${targetExitText(exit)})`);
  }
}
