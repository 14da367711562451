/** Lifts targets' CPU limits for work that is not measured, and puts them back for a part of that work. */

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

/**
 * @template T
 * @param {import('../engines/engine.js').Engine} engine
 * @param {string[]} targets running
 * @param {() => Promise<T>} action done without the CPU limit of any of them where the engine can lift it
 * @returns {Promise<T>}
 */
export function withoutLimits(engine, targets, action) {
  const [first, ...others] = targets;
  return first === undefined ? action() : withoutLimit(engine, first, () => withoutLimits(engine, others, action));
}

/**
 * @template T
 * @param {import('../engines/engine.js').Engine} engine
 * @param {string} target running, and without its CPU limit
 * @param {() => Promise<T>} action done under the limit
 * @returns {Promise<T>}
 */
export async function underLimit(engine, target, action) {
  await engine.applyLimit(target);
  try {
    return await action();
  } finally {
    await engine.liftLimit(target);
  }
}
