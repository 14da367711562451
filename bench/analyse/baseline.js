const USUAL = 'mvc';

/**
 * The target that the others are compared with.
 * @param {import('./types.js').Run} run
 * @param {string} [asked]
 * @returns {string} what is asked for; else what the run recorded; else mvc, or the first target where mvc is not in the run
 * @throws {Error} one line, if what is asked for is not in the run
 */
export function baselineOf({ targets, baseline }, asked) {
  if (asked !== undefined && !targets.includes(asked)) {
    throw new Error(`BASELINE=${asked}: not in this run; accepted: ${targets.join(', ')}`);
  }
  return asked ?? baseline ?? usualBaseline(targets);
}

/** @param {string[]} targets at least one */
export function usualBaseline(targets) {
  return targets.includes(USUAL) ? USUAL : targets[0];
}
