import { TOLERANCE, predictions } from './prediction.js';

/**
 * What arithmetic says of two targets: where each did what is predicted of it, the prediction is the better figure of the two.
 *
 * @typedef {import('./prediction.js').Predicted} Predicted
 * @typedef {import('./prediction.js').Group} Group
 */

/**
 * @param {Predicted[]} predicted of a target and of the baseline, in this order
 * @returns {number | null} predicted ratio of their throughputs; null where one of them has no prediction or did something else. An upper bound must have been
 *   reached as well
 */
export function arithmeticRatio(predicted) {
  if (predicted.length !== 2) return null;
  const [own, base] = predicted;
  if (!own.prediction || !base.prediction || predicted.some(({ deviation }) => Math.abs(deviation) > TOLERANCE)) return null;
  return own.prediction.rps / base.prediction.rps;
}

/**
 * @param {import('../../record/run.js').Run} run
 * @param {Group} group
 * @returns {boolean} was what was measured exactly what arithmetic predicts? An upper bound is no exact prediction
 */
export function isAsPredicted(run, group) {
  const [found] = predictions(run, [group]);
  return found !== undefined && found.prediction !== null && !found.prediction.isUpperBound && !found.isOff;
}
