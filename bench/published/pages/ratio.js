/** A ratio to the baseline, as cells of tables and points of charts show it. */
import { html } from '../../report/html/template.js';
import { METRIC_WORDS } from '../../report/words/ratios/metrics.js';
import { factor, isShown } from '../../report/words/verdicts.js';

/** @typedef {import('./results.js').Verdict} Verdict */

/** Of these metrics more is better. */
const MORE_IS_BETTER = ['throughput', 'perMegabyte'];

/** @param {Verdict} row @returns {'better' | 'worse' | 'open' | 'discarded' | 'none'} `open`: no difference was shown */
export function lookOf(row) {
  const { verdict, ratio, metric } = row;
  if (verdict === 'discarded') return 'discarded';
  if (ratio === null) return 'none';
  if (!isShown(row)) return 'open';
  return ratio > 1 === MORE_IS_BETTER.includes(metric) ? 'better' : 'worse';
}

/** @param {Verdict} row @returns {import('../../report/html/template.js').Html} the ratio, its interval or why there is none */
export function ratioHtml(row) {
  const { ratio, verdict, because } = row;
  const text = ratio === null ? verdict : `×${factor(ratio)}`;
  const why = because && html` title="${because}"`;
  return html`<span class="ratio ${lookOf(row)}" data-metric="${row.metric}"${why}><strong>${text}</strong><small>${spread(row)}</small></span>`;
}

/** @param {Verdict} row @returns {string} '[1.15, 1.32]', '1.05–1.20', 'indicative' */
function spread({ ratio, low, high, rangeOfRounds, verdict }) {
  if (ratio === null) return '';
  if (verdict === 'discarded') return 'discarded';
  if (low !== null && high !== null) return `[${factor(low)}, ${factor(high)}]`;
  if (rangeOfRounds !== null && verdict === 'not judged') return rangeOfRounds.map(factor).join('–');
  return verdict;
}

/** @param {Verdict} row @returns {string} 'slower', 'more CPU per request', 'no difference shown' */
export function verdictWords(row) {
  const { verdict, ratio, metric } = row;
  if (!isShown(row) || ratio === null) return verdict === 'same' ? 'no difference shown' : verdict;
  return METRIC_WORDS[metric].verdicts?.[ratio > 1 ? 1 : 0] ?? verdict;
}
