const USUAL = 'mvc';

/**
 * The target that the others are compared with.
 * @param {import('../../record/run.js').Run} run
 * @returns {string} what the run recorded; else mvc, or the first target where mvc is not in the run
 */
export function baselineOf({ targets, baseline }) {
  return baseline ?? usualBaseline(targets);
}

/** @param {string[]} targets at least one */
export function usualBaseline(targets) {
  return targets.includes(USUAL) ? USUAL : targets[0];
}
