import { waitForDrain } from '../idle.js';

const BACKLOG_LIMIT_MS = 2_000;

/**
 * Ends targets that were left with a backlog: it would spoil what follows, or drain for minutes.
 * @param {Pick<import('./context.js').PartContext, 'engine' | 'jvms'>} context
 * @param {string} scenario whose load has ended
 * @param {string[]} targets
 */
export async function settled({ engine, jvms }, scenario, targets) {
  for (const target of targets) {
    if (!engine.isRunning(target)) continue;
    const drained = await waitForDrain(engine.endpoints, target, BACKLOG_LIMIT_MS);
    if (!drained) await jvms.discard(target, `${scenario} had left it with a backlog`);
  }
}
