import { createHash } from 'node:crypto';
import { escape } from '../charts/escape.js';
import { echartsScript, inlineJson, once, pageScript, pageStyle } from './inline.js';

/**
 * A report.
 * @param {{ title: string, body: string[], data: unknown, choices?: unknown }} page `body`: HTML; `data`: what the charts are drawn from; `choices`: what
 *   the plot at the top can be switched to
 * @returns {string}
 */
export function document({ title, body, data, choices }) {
  const elements = [
    `<script type="application/json" id="data">${inlineJson(data)}</script>`,
    ...(choices ? [`<script type="application/json" id="choices">${inlineJson(choices)}</script>`] : []),
  ];
  return pageOf({ title, body: [...body, ...elements], style: pageStyle(), scripts: [echartsScript(), pageScript()] });
}

/**
 * A page that needs no other file. What a bundle says is text in it, and no script but those of this project runs: should a text ever not be escaped, the
 * browser still refuses what it would start.
 * @param {{ title: string, body: string[], style: string, scripts: string[] }} page `body`: HTML
 * @returns {string}
 */
export function pageOf({ title, body, style, scripts }) {
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy(scripts, style)}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">`,
    `<title>stackbench ${escape(title)}</title><style>${style}</style></head><body>`,
    ...body,
    `${scripts.map((script) => `<script>${script}</script>`).join('')}</body></html>\n`,
  ].join('\n');
}

/**
 * Nothing is fetched from anywhere, not even by mistake. ECharts gives its elements a style attribute each, which a hash cannot name.
 * @param {string[]} scripts
 * @param {string} style
 * @returns {string} https://www.w3.org/TR/CSP3/
 */
function policy(scripts, style) {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hash).join(' ') || "'none'"}`,
    `style-src-elem ${hash(style)}`,
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** @param {string} text of an inline element @returns {string} as a policy names it */
function hash(text) {
  return once(text, () => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
