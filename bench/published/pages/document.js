/** The pages of published/: like a report, they need no other file, and run no script but their own. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { policy } from '../../report/html/document.js';
import { once, pageStyle } from '../../report/html/inline.js';
import { escape } from '../../report/html/parts.js';

/** @param {string} name file of this folder */
function content(name) {
  return once(`published/${name}`, () => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8'));
}

/**
 * @param {{ title: string, body: string[], hasFilters?: boolean }} page `body`: HTML
 * @returns {string}
 */
export function document({ title, body, hasFilters = false }) {
  const style = pageStyle() + content('pages.css');
  const scripts = hasFilters ? [content('script/filters.js')] : [];
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy(scripts.length > 0 ? scripts : [''], style)}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">`,
    `<title>stackbench ${escape(title)}</title><style>${style}</style></head><body>`,
    ...body,
    `${scripts.map((script) => `<script>${script}</script>`).join('')}</body></html>\n`,
  ].join('\n');
}
