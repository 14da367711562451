import { plural } from '../../util/text.js';

/**
 * @param {import('../../record/run.js').Run} run
 * @returns {string} such as 'Run 20261121-093000-S0-far, profile quick, 2 rounds'
 */
export function runTitle({ id, profile, rounds }) {
  return `Run ${id}, profile ${profile}, ${plural(rounds, 'round')}`;
}
