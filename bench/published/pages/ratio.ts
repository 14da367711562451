/** A ratio to the baseline, as cells of tables and points of charts show it. */
import { html, type Html } from '../../report/html/template.ts';
import { METRIC_WORDS } from '../../report/words/ratios/metrics.ts';
import { factor, isShown } from '../../report/words/verdicts.ts';
import type { Verdict } from './results.ts';

/** @returns `open`: no difference was shown */
export function lookOf(row: Verdict): 'better' | 'worse' | 'open' | 'discarded' | 'none' {
  if (row.verdict === 'discarded') return 'discarded';
  if (row.ratio === null) return 'none';
  if (!isShown(row)) return 'open';
  return ['faster', 'less CPU'].includes(row.verdict) ? 'better' : 'worse';
}

/** @returns the ratio, its interval or why there is none */
export function ratioHtml(row: Verdict): Html {
  const { ratio, verdict, because } = row;
  const text = ratio === null ? verdict : `×${factor(ratio)}`;
  const why = because && html` title="${because}"`;
  return html`<span class="ratio ${lookOf(row)}" data-metric="${row.metric}"${why}><strong>${text}</strong><small>${spread(row)}</small></span>`;
}

/** @returns '[1.15, 1.32]', '1.05–1.20', 'indicative' */
function spread({ ratio, low, high, rangeOfRounds, verdict }: Verdict): string {
  if (ratio === null) return '';
  if (verdict === 'discarded') return 'discarded';
  if (low !== null && high !== null) return `[${factor(low)}, ${factor(high)}]`;
  if (rangeOfRounds !== null && verdict === 'not judged') return rangeOfRounds.map(factor).join('–');
  return verdict;
}

/** @returns 'slower', 'more CPU per request', 'no difference shown' */
export function verdictWords(row: Verdict): string {
  const { verdict, ratio, metric } = row;
  if (!isShown(row) || ratio === null) return verdict === 'same' ? 'no difference shown' : verdict;
  return METRIC_WORDS[metric].verdicts?.[ratio > 1 ? 1 : 0] ?? verdict;
}
