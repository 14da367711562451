import { causeOf, failureOf } from '../generators/results.ts';
import type { InstanceEnd } from '../generators/instances.ts';

/** @returns how k6 failed, in a sentence; null if it did not */
export function failedWarmUp(end: InstanceEnd): string | null {
  const failure = failureOf(end);
  return failure && `${failure} in the warm-up: ${causeOf(end)}`;
}
