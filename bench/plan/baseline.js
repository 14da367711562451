const PREFERRED = 'mvc';

/** @param {string[]} targets at least one @returns {string} the target that the others are compared with, where none is named */
export function defaultBaseline(targets) {
  return targets.includes(PREFERRED) ? PREFERRED : targets[0];
}
