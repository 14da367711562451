import { plural } from '../../../util/text.js';
import { becauseShortly, factor, noDifferenceText, mostDifference, ratioText, sampleText } from '../verdicts.js';
import { METRIC_WORDS } from './metrics.js';

/**
 * What a row of the plot and of its table says. The page uses these in the browser, too.
 *
 * @typedef {import('../../verdicts/rows.js').VerdictRow} VerdictRow
 * @typedef {import('../../verdicts/rows.js').VerdictKind} VerdictKind
 */

export const NOT_JUDGED = 'a ratio and the range of the rounds, which claim no difference';

/** @type {Record<'no result' | 'no baseline' | 'baseline void' | 'not recorded', string>} */
const ABSENT = {
  'no result': 'nothing was measured to its end',
  'no baseline': 'nothing of the baseline was measured to its end',
  'baseline void': 'the baseline is void',
  'not recorded': 'not recorded',
};

/** @param {keyof typeof ABSENT} why @returns {string} a clause */
export function absentText(why) {
  return ABSENT[why];
}

/** @type {Record<import('../../verdicts/rows.js').BottleneckKind, string>} */
const BOTTLENECKS = {
  generator: 'load generator',
  'target CPU': 'target CPU',
  database: 'database',
  'downstream service': 'downstream service',
  'connection pool': 'connection pool',
  'request threads': 'Tomcat threads',
  'connections accepted': 'max connections',
  'offload scheduler': 'offload threads',
  'event loop': 'event loop',
  'users waiting': 'users waiting',
  unknown: 'unknown',
};

/** @param {VerdictRow['bottleneck']} kind @returns {string} two words; '' where there is none */
export function bottleneckInTwoWords(kind) {
  return kind === null ? '' : BOTTLENECKS[kind];
}

/** @param {{ verdict: VerdictKind }} row @returns {boolean} is a difference shown? */
export function isShown({ verdict }) {
  return ['faster', 'slower', 'less CPU', 'more CPU'].includes(verdict);
}

/** @param {VerdictRow} row @returns {string} a few words */
export function verdictWord({ verdict, metric, rounds }) {
  if (verdict === 'same') return 'no difference shown';
  if (verdict === 'indicative') return `indicative, ${plural(rounds, 'round')}`;
  return verdict === 'not judged' ? `no verdicts on ${METRIC_WORDS[metric].name}` : verdict;
}

/** @param {VerdictRow} row @returns {string} '×1.23 [1.15, 1.32]', '×1.10 (1.05–1.20)', '–' */
export function rowRatioText({ ratio, low, high, rangeOfRounds }) {
  if (ratio === null) return '–';
  if (low !== null || rangeOfRounds === null) return ratioText({ ratio, low, high });
  return `×${factor(ratio)} (${rangeOfRounds.map(factor).join('–')})`;
}

/** @param {VerdictRow} row @returns {string} why there is no verdict, or how large a difference may be */
export function rowReason(row) {
  const { verdict, because } = row;
  if (verdict !== 'same' || because !== null) return because ?? '';
  const most = mostDifference(row);
  return most === null ? '' : noDifferenceText(most);
}

/** @param {VerdictRow} row @returns {string} '3 rounds × 5 blocks' */
export function rowSample({ ratio, rounds, blocks }) {
  return ratio === null ? '–' : sampleText({ rounds, blocks });
}

/** @param {VerdictRow} row @returns {string} why it has no verdict, or only a predicted one, in a word or two beside its ratio */
export function rowNote({ verdict, reason }) {
  if (verdict === 'indicative' || verdict === 'void' || verdict === 'not measured' || verdict === 'not compared') return verdict;
  return reason === null || reason === 'unfit' ? '' : becauseShortly(reason);
}
