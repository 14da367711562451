/**
 * What a finding is about.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').PartFigures} PartFigures
 */

/** @param {{ scenario: string, target: string }} group @returns {import('./types.js').OfTarget} */
export function ofTarget({ scenario, target }) {
  return { scope: 'target', scenario, target };
}

/** @param {Pick<PartFigures, 'planned'>} part @returns {import('./types.js').OfPart} */
export function ofPart({ planned: { scenario, round, number } }) {
  return { scope: 'part', scenario, round, number };
}

/** @param {Pick<Figures, 'parts'>} figures @param {string} scenario @returns {PartFigures[]} those that ended well */
export function okParts({ parts }, scenario) {
  return parts.filter(({ planned, state }) => planned.scenario === scenario && state === 'ok');
}

/** @param {Pick<Figures, 'groups'>} figures @param {string} scenario @returns {Group[]} in the order of the targets */
export function groupsOf({ groups }, scenario) {
  return groups.filter((group) => group.scenario === scenario);
}

/** @param {Pick<Figures, 'groups'>} figures @param {{ scenario: string, target: string }} pair @returns {Group | undefined} */
export function groupOfPair({ groups }, { scenario, target }) {
  return groups.find((group) => group.scenario === scenario && group.target === target);
}
