import { plural } from '../../util/text.js';
import { samplesText } from '../tables/block-facts.js';
import { loadText } from '../tables/facts.js';

/**
 * @param {import('../../analyse/types.js').Figures} figures
 * @returns {string} such as 'Run 20261121-093000-S0-far, profile quick, 2 rounds: 50, 150 users; slices of 5 s; block: 2 rounds × 5 blocks'
 */
export function runTitle(figures) {
  const { id, profile, rounds } = figures.run;
  return `Run ${id}, profile ${profile}, ${plural(rounds, 'round')}: ${loadText(figures.run)}; ${samplesText(figures)}`;
}
