import { plural } from '../../util/text.js';
import { blocksText } from '../tables/block-facts.js';
import { staircase } from '../tables/facts.js';

/**
 * @param {import('../../analyse/types.js').Figures} figures
 * @returns {string} such as 'Run 20261121-093000-S0-far, profile quick, 2 rounds: 50, 150 VUs, 4 s each', with its blocks where there are any
 */
export function runTitle(figures) {
  const { id, profile, rounds } = figures.run;
  const blocks = blocksText(figures);
  return `Run ${id}, profile ${profile}, ${plural(rounds, 'round')}: ${staircase(figures.run)}${blocks === null ? '' : `; blocks of ${blocks}`}`;
}
