/** The small form of a run: its bundle without what no figure needs and without what is private, and the files that are made of it. */
import path from 'node:path';
import { figures, readBundle } from '../../analyse/index.ts';
import { madeOf } from '../../record/json/file.ts';
import { RUN_FILE } from '../../record/run.ts';
import { smallTexts } from '../../report/index.ts';
import { runPage } from '../pages/run-page.ts';
import { publicBundle } from './public-bundle.ts';
import { rawTexts } from './texts.ts';
import type { Files } from '../archive.ts';
import type { Private } from './private.ts';

/**
 * @param dir the run's folder
 * @returns of its own result it makes the same. `derived`, what is made of
 * the raw files, is without report.html: with the code of its charts it is larger than the rest
 */
export function partsOf(dir: string, found: Private): { raw: Files; derived: Files } {
  return madeOf(path.join(dir, RUN_FILE), () => {
    const { bundle, asked } = publicBundle(readBundle(dir), found);
    const result = figures(bundle);
    const derived = new Map(Object.entries({ ...smallTexts(result), 'index.html': runPage(result) }));
    return { derived, raw: rawTexts(dir, bundle, asked) };
  });
}
