/** The pages of published/: like a report, they need no other file, and run no script but their own. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageOf } from '../../report/html/document.js';
import { once, pageStyle } from '../../report/html/inline.js';

/** @param {string} name file of this folder */
function content(name) {
  return once(`published/${name}`, () => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8'));
}

/**
 * @param {{ title: string, body: string[], hasFilters?: boolean }} page `body`: HTML
 * @returns {string}
 */
export function document({ title, body, hasFilters = false }) {
  const scripts = hasFilters ? [content('script/filters.js')] : [];
  return pageOf({ title, body, style: pageStyle() + content('pages.css'), scripts });
}
