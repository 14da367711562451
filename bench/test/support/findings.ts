import { findings } from '../../analyse/findings/index.ts';
import type { Figures } from '../../analyse/types.ts';

/** Figures that a test has changed, with what follows from them. */
export function judgedAgain(figures: Figures): Figures {
  return { ...figures, findings: findings(figures) };
}
