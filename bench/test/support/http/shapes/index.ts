/** All shapes that get an answer, or an end, at once. */
import { bodyShapes } from './bodies.ts';
import { headerShapes } from './headers.ts';
import { lineShapes, oldestShapes } from './lines.ts';
import { sequenceShapes, silentShapes } from './sequences.ts';
import type { Shape } from './shape.ts';

export { oldestShapes, silentShapes };

/** @returns with names of their own */
export function quickShapes(): Shape[] {
  return [...lineShapes(), ...headerShapes(), ...bodyShapes(), ...sequenceShapes()];
}
