/** What is not timed need not wait for the target's CPU quota. */

/**
 * @template T
 * @param {import('../engines/engine.js').Engine} engine
 * @param {string} target running
 * @param {() => Promise<T>} action done without the target's CPU limit where the engine can lift it
 * @returns {Promise<T>}
 */
export async function withoutLimit(engine, target, action) {
  if (!engine.canLiftLimit()) return action();
  await engine.liftLimit(target);
  try {
    return await action();
  } finally {
    await engine.applyLimit(target);
  }
}
