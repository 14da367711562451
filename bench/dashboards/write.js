#!/usr/bin/env node
/**
 * The dashboards as files. The modules here generate grafana/dashboards/*.json, because a colour per target in every panel is too much to keep
 * by hand. `make format` writes the files; a test compares them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue, root } from '../record/catalogue.js';
import { compare } from './compare.js';
import { liveRun } from './live-run.js';

/** @typedef {import('./panels.js').Json} Json */

/** Folder of the files. */
export const dashboardsDir = path.join(root, 'grafana', 'dashboards');

/**
 * @param {import('../record/catalogue.js').Catalogue} catalogue
 * @returns {Record<string, string>} content by file name
 */
export function dashboardFiles(catalogue) {
  const text = (/** @type {Json} */ dashboard) => `${JSON.stringify(dashboard, null, 2)}\n`;
  return { 'live-run.json': text(liveRun(catalogue)), 'compare.json': text(compare(catalogue)) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dashboardsDir, { recursive: true });
  for (const [name, text] of Object.entries(dashboardFiles(readCatalogue()))) writeFileSync(path.join(dashboardsDir, name), text);
}
