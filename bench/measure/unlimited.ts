/** Lifts targets' CPU limits for work that is not measured, and puts them back for a part of that work. */
import type { Engine } from '../engines/engine.ts';

type Limiting = Pick<Engine, 'canLiftLimit' | 'applyLimit' | 'liftLimit'>;

/** @param targets running @param action done without the CPU limit of any of them where the engine can lift it */
export async function withoutLimit<T>(engine: Limiting, targets: string[], action: () => Promise<T>): Promise<T> {
  const [first, ...others] = targets;
  if (first === undefined || !engine.canLiftLimit()) return action();
  await engine.liftLimit(first);
  try {
    return await withoutLimit(engine, others, action);
  } finally {
    await engine.applyLimit(first);
  }
}

/** @param target running, and without its CPU limit @param limited is the action done under the limit? */
export async function underLimit<T>(
  engine: Omit<Limiting, 'canLiftLimit'>,
  target: string,
  limited: boolean,
  action: () => Promise<T>,
): Promise<T> {
  if (!limited) return action();
  await engine.applyLimit(target);
  try {
    return await action();
  } finally {
    await engine.liftLimit(target);
  }
}
