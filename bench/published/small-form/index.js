/** The small form of a run: its bundle without what no figure needs and without what is private, and the files that are made of it. */
import path from 'node:path';
import { figures, readBundle } from '../../analyse/index.js';
import { madeOf } from '../../record/json/file.js';
import { RUN_FILE } from '../../record/run.js';
import { smallTexts } from '../../report/index.js';
import { runPage } from '../pages/run-page.js';
import { publicBundle } from './public-bundle.js';
import { rawTexts } from './texts.js';

/**
 * @param {string} dir the run's folder
 * @param {import('./private.js').Private} found
 * @returns {{ raw: import('../archive.js').Files, derived: import('../archive.js').Files }} of its own result it makes the same. `derived`, what is made of
 *   the raw files, is without report.html: with the code of its charts it is larger than the rest
 */
export function partsOf(dir, found) {
  return madeOf(path.join(dir, RUN_FILE), () => {
    const { bundle, asked } = publicBundle(readBundle(dir), found);
    const result = figures(bundle);
    const derived = new Map(Object.entries({ ...smallTexts(result), 'index.html': runPage(result) }));
    return { derived, raw: rawTexts(dir, bundle, asked) };
  });
}
