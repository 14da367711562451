import { causeOf, failureOf } from '../generators/results.js';

/** @param {import('../generators/instances.js').InstanceEnd} end @returns {string | null} how k6 failed, in a sentence; null if it did not */
export function failedWarmUp(end) {
  const failure = failureOf(end);
  return failure && `${failure} in the warm-up: ${causeOf(end)}`;
}
