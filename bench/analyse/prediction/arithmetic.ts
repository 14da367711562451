/** What arithmetic says of two targets: where each did what is predicted of it, the prediction is the better figure of the two. */
import { TOLERANCE, predictions, type Predicted, type Group } from './prediction.ts';
import type { Run } from '../../record/run.ts';

/**
 * @param predicted of a target and of the baseline, in this order
 * @returns predicted ratio of their throughputs; null where one of them has no prediction or did something else. An upper bound must have been
 * reached as well
 */
export function arithmeticRatio(predicted: Predicted[]): number | null {
  if (predicted.length !== 2) return null;
  const [own, base] = predicted;
  if (!own.prediction || !base.prediction || predicted.some(({ deviation }) => Math.abs(deviation) > TOLERANCE)) return null;
  return own.prediction.rps / base.prediction.rps;
}

/** @returns was what was measured exactly what arithmetic predicts? An upper bound is no exact prediction */
export function isAsPredicted(run: Run, group: Group): boolean {
  const [found] = predictions(run, [group]);
  return found !== undefined && found.prediction !== null && !found.prediction.isUpperBound && !found.isOff;
}
