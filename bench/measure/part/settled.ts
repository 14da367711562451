import { waitForDrain } from '../idle.ts';
import type { PartContext } from './context.ts';

const BACKLOG_LIMIT_MS = 2_000;

/** Ends targets that were left with a backlog: it would spoil what follows, or drain for minutes. @param scenario whose load has ended */
export async function settled({ engine, jvms }: Pick<PartContext, 'engine' | 'jvms'>, scenario: string, targets: string[]) {
  for (const target of targets) {
    if (!engine.isRunning(target)) continue;
    const drained = await waitForDrain(engine.endpoints, target, BACKLOG_LIMIT_MS);
    if (!drained) await jvms.discard(target, `${scenario} had left it with a backlog`);
  }
}
