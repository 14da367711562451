import { TOLERANCE } from '../cell/littles-law.js';
import { present } from '../../util/math.js';
import { blocksOf, groupsOf, ofCell } from './scopes.js';

/**
 * Does Little's law hold?
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('./types.js').Finding} Finding
 */

/** @type {import('./types.js').Family} */
export const LITTLES_LAW = {
  kinds: ['littles-law-off', 'littles-law'],
  find: (figures) => [...unexplained(figures), ...figures.run.scenarios.flatMap((scenario) => overview(figures, scenario))],
};

/** @param {Figures} figures @returns {Finding[]} plateau by plateau */
function unexplained({ groups }) {
  return present(groups.map(({ cell }) => cell)).flatMap((cell) =>
    cell.littlesLaw.flatMap((law, stage) => {
      if (law?.holds !== false || law.explanation !== null) return [];
      const { vus } = cell.stages[stage];
      return [{ ...ofCell(cell), kind: /** @type {const} */ ('littles-law-off'), stage, vus, users: law.users }];
    }),
  );
}

/** @param {Figures} figures @param {string} scenario @returns {Finding[]} of all its plateaus that are not void */
function overview(figures, scenario) {
  const valid = groupsOf(figures, scenario).filter(({ isVoid }) => !isVoid);
  const ofBlocks = blocksOf(figures, scenario).filter(({ isVoid }) => !isVoid);
  const laws = [
    ...valid.flatMap(({ cell }) => cell?.littlesLaw ?? []),
    ...ofBlocks.flatMap(({ good }) => good.map((slice) => slice.littlesLaw)),
  ].filter((law) => law !== null);
  if (laws.length === 0) return [];
  const holding = laws.filter((law) => law.holds).length;
  const explained = laws.filter((law) => !law.holds && law.explanation !== null).length;
  return [
    {
      scope: 'scenario',
      scenario,
      kind: 'littles-law',
      plateaus: laws.length,
      valid: holding,
      explained,
      unexplained: laws.length - holding - explained,
      generatorPlateaus: laws.filter(({ betweenRequests }) => betweenRequests > TOLERANCE).length,
    },
  ];
}
