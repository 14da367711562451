/** @param {import('../analyse/types.js').Figures} figures @param {string} scenario @returns {import('../analyse/types.js').Group[]} in the order of the targets */
export function groupsOf({ groups }, scenario) {
  return groups.filter((group) => group.scenario === scenario);
}
