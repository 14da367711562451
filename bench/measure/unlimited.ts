/** Lifts targets' CPU limits for work that is not measured, and puts them back for a part of that work. */
import type { Engine } from '../engines/engine.ts';

/** @param target running @param action done without the target's CPU limit where the engine can lift it */
export async function withoutLimit<T>(engine: Engine, target: string, action: () => Promise<T>): Promise<T> {
  if (!engine.canLiftLimit()) return action();
  await engine.liftLimit(target);
  try {
    return await action();
  } finally {
    await engine.applyLimit(target);
  }
}

/** @param targets running @param action done without the CPU limit of any of them where the engine can lift it */
export function withoutLimits<T>(engine: Engine, targets: string[], action: () => Promise<T>): Promise<T> {
  const [first, ...others] = targets;
  return first === undefined ? action() : withoutLimit(engine, first, () => withoutLimits(engine, others, action));
}

/** @param target running, and without its CPU limit @param action done under the limit */
export async function underLimit<T>(engine: Engine, target: string, action: () => Promise<T>): Promise<T> {
  await engine.applyLimit(target);
  try {
    return await action();
  } finally {
    await engine.liftLimit(target);
  }
}
