/** All shapes that get an answer, or an end, at once. */
import { bodyShapes } from './bodies.js';
import { headerShapes } from './headers.js';
import { lineShapes, oldestShapes } from './lines.js';
import { sequenceShapes, silentShapes } from './sequences.js';

export { oldestShapes, silentShapes };

/** @returns {import('./shape.js').Shape[]} with names of their own */
export function quickShapes() {
  return [...lineShapes(), ...headerShapes(), ...bodyShapes(), ...sequenceShapes()];
}
