import { list } from '../../util/text.js';
import { factor } from './verdicts.js';

/**
 * The answer of a run in a sentence per target.
 *
 * @typedef {{ scenario: string, ratio: number }} Decided
 * @typedef {object} Answer one target against the baseline, by what its requests/s show
 * @property {string} label of the target
 * @property {string} baseline its label
 * @property {Decided[]} faster
 * @property {Decided[]} slower
 * @property {string[]} same scenarios in which no difference was shown
 * @property {string[]} open scenarios without a verdict
 */

/** @param {Answer} answer @returns {string} 'MVC-VT is faster than MVC in block (×1.50); no difference was shown in read and heavy.' */
export function answerText({ label, baseline, faster, slower, same, open }) {
  const decided = [
    ...(faster.length > 0 ? [`faster than ${baseline} in ${decidedText(faster)}`] : []),
    ...(slower.length > 0 ? [`slower${faster.length > 0 ? '' : ` than ${baseline}`} in ${decidedText(slower)}`] : []),
  ];
  const parts = [
    ...(decided.length > 0 ? [`${label} is ${decided.join(', ')}`] : []),
    ...(same.length > 0 ? [`no difference was shown in ${list(same)}`] : []),
    ...(open.length > 0 ? [`no verdict in ${list(open)}`] : []),
  ];
  return decided.length > 0 ? `${parts.join('; ')}.` : `${label} against ${baseline}: ${parts.join('; ')}.`;
}

/** @param {Decided[]} decided */
function decidedText(decided) {
  return list(decided.map(({ scenario, ratio }) => `${scenario} (×${factor(ratio)})`));
}
