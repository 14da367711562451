/** @typedef {import('../analyse/types.js').Group} Group */

/** Rounds of one target that differ by more were not made in the same state; a busy machine makes 1.1 to 1.2. */
const UNLIKE = 1.3;

/** @param {import('../analyse/types.js').Figures} figures @param {string} scenario @returns {Group[]} in the order of the targets */
export function groupsOf({ groups }, scenario) {
  return groups.filter((group) => group.scenario === scenario);
}

/**
 * @param {import('../analyse/types.js').Figures} figures
 * @param {string} scenario
 * @returns {number} of the comparison that has the fewest: rounds that one of its two lacks, or in which one is void, are left out
 */
export function comparedRounds({ run, comparisons }, scenario) {
  return Math.min(run.rounds, ...comparisons.filter((each) => each.scenario === scenario).map(({ rounds }) => rounds));
}

/** @param {Group} group @returns {number | null} the fastest round by the slowest at the last stage; null where the rounds are alike */
export function unlikeRounds({ stages }) {
  const range = stages[stages.length - 1]?.rpsRange;
  if (!range || range[0] === 0) return null;
  const ratio = range[1] / range[0];
  return ratio > UNLIKE ? ratio : null;
}
